// Keeps a screen that threw from taking the shell with it, and says so with a way out.
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { i18n } from '../session/i18n.ts';
import { Button } from '../ui/inputs/button.tsx';
import styles from './shell.module.css';

interface Props {
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { readonly thrown: Error | null }> {
  override state = { thrown: null as Error | null };

  static getDerivedStateFromError(thrown: Error) {
    return { thrown };
  }

  override componentDidCatch(thrown: Error, info: ErrorInfo): void {
    console.error('a screen stopped working', thrown, info.componentStack);
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    return (
      <div className={styles.crashed} role="alert">
        <h2>{i18n.t('state.crashed')}</h2>
        <p>{i18n.t('state.crashedFix')}</p>
        <pre>{thrown.message}</pre>
        <Button onPress={() => this.setState({ thrown: null })}>{i18n.t('state.reload')}</Button>
      </div>
    );
  }
}
