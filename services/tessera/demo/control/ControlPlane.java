package tessera.demo.control;

import java.time.Clock;
import java.time.Duration;
import tessera.demo.control.activity.ClusterActivity;
import tessera.demo.control.container.RecordedContainerLogs;
import tessera.demo.control.gpu.GpuStackContext;
import tessera.demo.control.gpu.SimulatedGpuStack;
import tessera.demo.control.housekeeping.DisruptionController;
import tessera.demo.control.housekeeping.EventExpiry;
import tessera.demo.control.housekeeping.GarbageCollector;
import tessera.demo.control.housekeeping.NamespaceController;
import tessera.demo.control.housekeeping.VolumeBinder;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.node.KubeletSimulator;
import tessera.demo.control.node.NodeLifecycleController;
import tessera.demo.control.node.NodeMachines;
import tessera.demo.control.node.PodTaintEvictor;
import tessera.demo.control.placing.PodClaims;
import tessera.demo.control.placing.PodPlacer;
import tessera.demo.control.workload.CronJobController;
import tessera.demo.control.workload.DaemonSetController;
import tessera.demo.control.workload.DeploymentController;
import tessera.demo.control.workload.JobController;
import tessera.demo.control.workload.KueueController;
import tessera.demo.control.workload.ReplicaSetController;
import tessera.demo.control.workload.StatefulSetController;
import tessera.demo.control.workload.TrainingJobControllers;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.SimulatedMigLayouts;

/** The control plane and the kubelets of a simulated cluster, on one thread. */
public final class ControlPlane implements AutoCloseable {

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final NodeMachines machines;
    private final ControllerPodCache pods;
    private final KubeletSimulator kubelets;
    private final RecordedContainerLogs diaries = new RecordedContainerLogs();
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
        kinds = ControllerKinds.from(objects.catalog());
        machines = new NodeMachines(loop, kinds);
        pods = new ControllerPodCache(loop, kinds);
        new NodeLifecycleController(loop, kinds, pods, grace);
        new PodTaintEvictor(loop, kinds, pods);
        kubelets = new KubeletSimulator(loop, kinds, pods, machines);
        machines.onReturn(kubelets::resumeNode);
        new ReplicaSetController(loop, kinds, pods);
        new DeploymentController(loop, kinds, pods);
        new StatefulSetController(loop, kinds, pods);
        new DaemonSetController(loop, kinds, pods);
        new KueueController(loop, kinds);
        new JobController(loop, kinds, pods);
        new CronJobController(loop, kinds, pods);
        new TrainingJobControllers(loop, kinds, pods);
        new PodClaims(loop, kinds);
        new PodPlacer(loop, kinds);
        new GarbageCollector(loop, kinds);
        new NamespaceController(loop, kinds);
        new DisruptionController(loop, kinds, pods);
        new EventExpiry(loop, kinds);
        new VolumeBinder(loop, kinds);
    }

    /** Starts simulated user activity once the cluster has started; the seed determines it. */
    public void startActivity(long seed) {
        new ClusterActivity(loop, kinds, seed).start();
    }

    /**
     * Adds the GPU operator and its operands; to be called before the start.
     *
     * @param onlyTheMostImportant of the operands have pods
     * @param divisions            how boards are cut
     * @param signals              who holds them
     */
    public void addGpuOperator(boolean onlyTheMostImportant, SimulatedMigLayouts divisions, ClusterTelemetry signals) {
        lean = onlyTheMostImportant;
        var stack = new SimulatedGpuStack(new GpuStackContext(loop, kinds, pods, machines, kubelets, diaries, lean),
                divisions,
                signals);
        kubelets.setNodeStack(stack.nodeStack());
    }

    /** Starts the control loop on the existing objects; in a large cluster, clients may already read them meanwhile. */
    public void start() {
        machines.startKubelets();
        loop.start();
        if (!lean) {
            loop.awaitInitialDelivery();
        }
    }

    /** Returns the log lines that simulated containers have recorded about their actions. */
    public RecordedContainerLogs containerLogs() {
        return diaries;
    }

    /** Returns the machines behind the nodes. */
    public NodeMachines machines() {
        return machines;
    }

    /** Returns the control loop, whose thread runs everything. */
    public ControlLoop loop() {
        return loop;
    }

    @Override
    public void close() {
        loop.close();
    }
}
