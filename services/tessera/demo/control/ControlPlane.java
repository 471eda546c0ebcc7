package tessera.demo.control;

import java.time.Clock;
import java.time.Duration;
import tessera.demo.control.activity.ClusterActivity;
import tessera.demo.control.container.ContainerDiaries;
import tessera.demo.control.gpu.GpuStackContext;
import tessera.demo.control.gpu.SimulatedGpuStack;
import tessera.demo.control.housekeeping.BudgetCounter;
import tessera.demo.control.housekeeping.EventExpiry;
import tessera.demo.control.housekeeping.GarbageCollector;
import tessera.demo.control.housekeeping.NamespaceController;
import tessera.demo.control.housekeeping.VolumeBinder;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.node.KubeletSimulator;
import tessera.demo.control.node.NodeMachines;
import tessera.demo.control.node.NodeWatch;
import tessera.demo.control.node.TaintEviction;
import tessera.demo.control.placing.PodClaims;
import tessera.demo.control.placing.PodPlacer;
import tessera.demo.control.workload.CronJobs;
import tessera.demo.control.workload.DaemonSets;
import tessera.demo.control.workload.DeploymentController;
import tessera.demo.control.workload.JobController;
import tessera.demo.control.workload.KueueController;
import tessera.demo.control.workload.ReplicaSets;
import tessera.demo.control.workload.StatefulSets;
import tessera.demo.control.workload.TrainingJobControllers;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.MigDivisions;

/** The whole control plane and the kubelets of a simulated cluster, on one thread. */
public final class ControlPlane implements AutoCloseable {

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final NodeMachines machines;
    private final KnownPods pods;
    private final KubeletSimulator kubelets;
    private final ContainerDiaries diaries = new ContainerDiaries();
    private boolean lean = true;

    /**
     * Sets everything up; nothing moves before {@link #start}.
     *
     * @param clock the cluster's time, which passes as fast as {@code speed} says
     * @param speed how many seconds of the cluster pass in one second
     * @param grace how long a node may be silent before it is given up; 50 s in a real cluster
     */
    public ControlPlane(StoredObjects objects, Clock clock, double speed, Duration grace) {
        loop = new ControlLoop(objects, clock, speed);
        kinds = ControllerKinds.of(objects.catalog());
        machines = new NodeMachines(loop, kinds);
        pods = new KnownPods(loop, kinds);
        new NodeWatch(loop, kinds, pods, grace);
        new TaintEviction(loop, kinds, pods);
        kubelets = new KubeletSimulator(loop, kinds, pods, machines);
        machines.onReturn(kubelets::resume);
        new ReplicaSets(loop, kinds, pods);
        new DeploymentController(loop, kinds, pods);
        new StatefulSets(loop, kinds, pods);
        new DaemonSets(loop, kinds, pods);
        new KueueController(loop, kinds);
        new JobController(loop, kinds, pods);
        new CronJobs(loop, kinds, pods);
        new TrainingJobControllers(loop, kinds, pods);
        new PodClaims(loop, kinds);
        new PodPlacer(loop, kinds);
        new GarbageCollector(loop, kinds);
        new NamespaceController(loop, kinds);
        new BudgetCounter(loop, kinds, pods);
        new EventExpiry(loop, kinds);
        new VolumeBinder(loop, kinds);
    }

    /** Has people do things in the cluster, once it has started; which things follows from the seed. */
    public void enliven(long seed) {
        new ClusterActivity(loop, kinds, seed).begin();
    }

    /**
     * Adds the GPU operator and its operands; before the start.
     *
     * @param onlyTheMostImportant of the operands have pods
     * @param divisions            how boards are cut
     * @param signals              who holds them
     */
    public void equip(boolean onlyTheMostImportant, MigDivisions divisions, ClusterTelemetry signals) {
        lean = onlyTheMostImportant;
        var stack = new SimulatedGpuStack(new GpuStackContext(loop, kinds, pods, machines, kubelets, diaries, lean),
                divisions,
                signals);
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
    public ContainerDiaries diaries() {
        return diaries;
    }

    /** The machines behind the nodes. */
    public NodeMachines machines() {
        return machines;
    }

    /** The thread on which everything happens. */
    public ControlLoop loop() {
        return loop;
    }

    @Override
    public void close() {
        loop.close();
    }
}
