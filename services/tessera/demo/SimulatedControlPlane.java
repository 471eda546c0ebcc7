package tessera.demo;

import java.time.Clock;
import java.time.Duration;
import tessera.demo.control.SimulatedControlLoop;
import tessera.demo.control.SimulatedControllerContext;
import tessera.demo.control.SimulatedControllerResourceTypes;
import tessera.demo.control.SimulatedCronJobController;
import tessera.demo.control.SimulatedDaemonSetController;
import tessera.demo.control.SimulatedDeploymentController;
import tessera.demo.control.SimulatedDisruptionController;
import tessera.demo.control.SimulatedEventExpiryController;
import tessera.demo.control.SimulatedGarbageCollector;
import tessera.demo.control.SimulatedJobController;
import tessera.demo.control.SimulatedKubeletHeartbeats;
import tessera.demo.control.SimulatedKubelets;
import tessera.demo.control.SimulatedKueueController;
import tessera.demo.control.SimulatedNamespaceController;
import tessera.demo.control.SimulatedNodeLifecycleController;
import tessera.demo.control.SimulatedPodCache;
import tessera.demo.control.SimulatedReplicaSetController;
import tessera.demo.control.SimulatedResourceClaimController;
import tessera.demo.control.SimulatedSchedulingQueue;
import tessera.demo.control.SimulatedStatefulSetController;
import tessera.demo.control.SimulatedTaintEvictionController;
import tessera.demo.control.SimulatedTrainingJobController;
import tessera.demo.control.SimulatedUserActivity;
import tessera.demo.control.SimulatedVolumeBinder;
import tessera.demo.control.container.SimulatedContainerActivityLog;
import tessera.demo.control.gpu.SimulatedGpuStackContext;
import tessera.demo.control.gpu.SimulatedGpuStackStartOrder;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedMigLayouts;

/** The control plane and the kubelets of a simulated cluster, on one thread. */
public final class SimulatedControlPlane implements AutoCloseable {

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedKubeletHeartbeats machines;
    private final SimulatedPodCache pods;
    private final SimulatedKubelets kubelets;
    private final SimulatedContainerActivityLog diaries = new SimulatedContainerActivityLog();
    private boolean lean = true;

    /**
     * Sets everything up; nothing moves before {@link #start}.
     *
     * @param clock the cluster's time, which passes as fast as {@code speed} says
     * @param speed how many seconds of the cluster pass in one second
     * @param grace how long a node may be silent before it is given up; 50 s in a real cluster
     */
    public SimulatedControlPlane(SimulatedApiStorage objects, Clock clock, double speed, Duration grace) {
        loop = new SimulatedControlLoop(objects, clock, speed);
        types = SimulatedControllerResourceTypes.from(objects.catalog());
        machines = new SimulatedKubeletHeartbeats(loop, types);
        pods = new SimulatedPodCache(loop, types);
        var context = new SimulatedControllerContext(loop, types, pods);
        new SimulatedNodeLifecycleController(context, grace);
        new SimulatedTaintEvictionController(context);
        kubelets = new SimulatedKubelets(context, machines);
        machines.onReturn(kubelets::resumeNode);
        new SimulatedReplicaSetController(context);
        new SimulatedDeploymentController(context);
        new SimulatedStatefulSetController(context);
        new SimulatedDaemonSetController(context);
        new SimulatedKueueController(context);
        new SimulatedJobController(context);
        new SimulatedCronJobController(context);
        SimulatedTrainingJobController.followKinds(context);
        new SimulatedResourceClaimController(context);
        new SimulatedSchedulingQueue(context);
        new SimulatedGarbageCollector(context);
        new SimulatedNamespaceController(context);
        new SimulatedDisruptionController(context);
        new SimulatedEventExpiryController(context);
        new SimulatedVolumeBinder(context);
    }

    /** Starts simulated user activity once the cluster has started; the seed determines it. */
    public void startActivity(long seed) {
        new SimulatedUserActivity(loop, types, seed).start();
    }

    /**
     * Adds the GPU operator and its operands; to be called before the start.
     *
     * @param onlyTheMostImportant of the operands have pods
     * @param divisions            how boards are cut
     * @param signals              who holds them
     */
    public void addGpuOperator(boolean onlyTheMostImportant, SimulatedMigLayouts divisions,
            SimulatedClusterTelemetry signals) {
        lean = onlyTheMostImportant;
        var context = new SimulatedGpuStackContext(new SimulatedControllerContext(loop, types, pods), machines,
                kubelets, diaries, lean);
        kubelets.setNodeStack(SimulatedGpuStackStartOrder.createControllers(context, divisions, signals));
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
    public SimulatedContainerActivityLog containerLogs() {
        return diaries;
    }

    /** Returns the machines behind the nodes. */
    public SimulatedKubeletHeartbeats machines() {
        return machines;
    }

    /** Returns the control loop, whose thread runs everything. */
    public SimulatedControlLoop loop() {
        return loop;
    }

    @Override
    public void close() {
        loop.close();
    }
}
