import {classify} from './src/main/infra/command/classify.ts';
import {policyOf} from './src/main/infra/command/policy.ts';
import {readSet} from './src/main/infra/command/eval/sets.ts';
import { processorTime } from './src/shared/testing/processor-time.ts';
const all=[...readSet('dev'),...readSet('held-out')].map(c=>c.command).slice(0,1000);
for(let i=0;i<3;i++){const t=processorTime(); for(const c of all) classify(c); console.log('1000 cpu',t().toFixed(1));}
const rep=(s:string,n=10000)=>s.repeat(Math.ceil(n/s.length)).slice(0,n);
const atoms=['$(','((','(','`','{','{ ','<<','"',"'",'[[','a|','a;','a&&','if ','case x in ','<(','\\','"$(','a=(','x[','${a[','!(','f() ','! ','time ','a ','>','2>','&','#','\\\n','[a','*','?(','~','a\\ ','"a" ',"'a'",'a"b"','[','[[:','*a*','\n','; ','é ','-a ','--a=','/../','a,',' -n 1','{a,','x=y ', '"a*"','[a]','[!'];
const pre=['','ls ','awk \'','sed \'','psql -c "','mongosh --eval \'','curl ','find . ','cat ','rm -rf ','ls "', 'kubectl ', 'redis-cli ','grep x '];
const run=(s:string,f:(s:string)=>void)=>{let best=1e9; for(let i=0;i<2;i++){const t=processorTime(); f(s); best=Math.min(best,t());} return best;};
for(const p of pre) for(const a of atoms) classify(p+rep(a,2000));
const worst:[number,string,number][]=[];
for(const p of pre) for(const a of atoms) for (const end of ['',"'",'"']){ const s=p+rep(a)+end; worst.push([run(s,classify as never),p+'…'+JSON.stringify(a)+end,run(s,(x)=>{policyOf(x,{onOwnHost:true})})]); }
worst.sort((a,b)=>b[0]-a[0]); console.log(worst.slice(0,8).map(x=>x[0].toFixed(1)+' '+x[1])); worst.sort((a,b)=>b[2]-a[2]); console.log(worst.slice(0,8).map(x=>x[2].toFixed(1)+' '+x[1]));
