package tessera.demo.control;

import java.time.Clock;
import java.time.Duration;
import tessera.demo.control.container.Diaries;
import tessera.demo.control.gpu.GpuStack;
import tessera.demo.control.gpu.Ground;
import tessera.demo.control.life.Life;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.control.loop.Pods;
import tessera.demo.control.node.Eviction;
import tessera.demo.control.node.Kubelets;
import tessera.demo.control.node.Machines;
import tessera.demo.control.node.NodeWatch;
import tessera.demo.control.placing.Placer;
import tessera.demo.control.placing.PodClaims;
import tessera.demo.control.upkeep.Budgets;
import tessera.demo.control.upkeep.Expiry;
import tessera.demo.control.upkeep.GarbageCollector;
import tessera.demo.control.upkeep.Namespaces;
import tessera.demo.control.upkeep.Volumes;
import tessera.demo.control.workload.Crews;
import tessera.demo.control.workload.CronJobs;
import tessera.demo.control.workload.DaemonSets;
import tessera.demo.control.workload.Deployments;
import tessera.demo.control.workload.Jobs;
import tessera.demo.control.workload.Queues;
import tessera.demo.control.workload.ReplicaSets;
import tessera.demo.control.workload.StatefulSets;
import tessera.demo.signal.Divisions;
import tessera.demo.signal.Signals;
import tessera.demo.store.objects.Objects;

/** The whole control plane and the kubelets of a simulated cluster, on one thread. */
public final class Controllers implements AutoCloseable {

    private final Loop loop;
    private final Kinds kinds;
    private final Machines machines;
    private final Pods pods;
    private final Kubelets kubelets;
    private final Diaries diaries = new Diaries();
    private boolean lean = true;

    /**
     * Sets everything up; nothing moves before {@link #start}.
     *
     * @param clock the cluster's time, which passes as fast as {@code speed} says
     * @param speed how many seconds of the cluster pass in one second
     * @param grace how long a node may be silent before it is given up; 50 s in a real cluster
     */
    public Controllers(Objects objects, Clock clock, double speed, Duration grace) {
        loop = new Loop(objects, clock, speed);
        kinds = Kinds.of(objects.catalog());
        machines = new Machines(loop, kinds);
        pods = new Pods(loop, kinds);
        new NodeWatch(loop, kinds, pods, grace);
        new Eviction(loop, kinds, pods);
        kubelets = new Kubelets(loop, kinds, pods, machines);
        machines.onReturn(kubelets::resume);
        new ReplicaSets(loop, kinds, pods);
        new Deployments(loop, kinds, pods);
        new StatefulSets(loop, kinds, pods);
        new DaemonSets(loop, kinds, pods);
        new Queues(loop, kinds);
        new Jobs(loop, kinds, pods);
        new CronJobs(loop, kinds, pods);
        new Crews(loop, kinds, pods);
        new PodClaims(loop, kinds);
        new Placer(loop, kinds);
        new GarbageCollector(loop, kinds);
        new Namespaces(loop, kinds);
        new Budgets(loop, kinds, pods);
        new Expiry(loop, kinds);
        new Volumes(loop, kinds);
    }

    /** Has people do things in the cluster, once it has started; which things follows from the seed. */
    public void enliven(long seed) {
        new Life(loop, kinds, seed).begin();
    }

    /**
     * Adds the GPU operator and its operands; before the start.
     *
     * @param onlyTheMostImportant of the operands have pods
     * @param divisions            how boards are cut
     * @param signals              who holds them
     */
    public void equip(boolean onlyTheMostImportant, Divisions divisions, Signals signals) {
        lean = onlyTheMostImportant;
        var stack = new GpuStack(new Ground(loop, kinds, pods, machines, kubelets, diaries, lean), divisions, signals);
        kubelets.heed(stack.nodeStack());
    }

    /** Looks at what there is, and begins to work on it; of a large cluster, while others already look at it, too. */
    public void start() {
        machines.switchOn();
        loop.start();
        if (!lean) {
            loop.awaitHeard();
        }
    }

    /** What containers write about what they do. */
    public Diaries diaries() {
        return diaries;
    }

    /** The machines behind the nodes. */
    public Machines machines() {
        return machines;
    }

    /** The thread on which everything happens. */
    public Loop loop() {
        return loop;
    }

    @Override
    public void close() {
        loop.close();
    }
}
