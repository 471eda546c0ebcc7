package tessera.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import tessera.demo.api.SimulatedApiServer;
import tessera.demo.api.SimulatedApiServerWaitTimeFactor;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.control.SimulatedKubeletHeartbeats;
import tessera.demo.control.SpeedAdjustedClock;
import tessera.demo.control.container.SimulatedKubeletContainerApi;
import tessera.demo.environment.SimulatedClusterVariant;
import tessera.demo.environment.SimulatedClusterVariantReader;
import tessera.demo.fixture.plan.SimulatedDaemonSetScope;
import tessera.demo.fixture.plan.SimulatedFleetPlan;
import tessera.demo.fixture.write.SimulatedFleetObjects;
import tessera.demo.http.SimulatedHttpServer;
import tessera.demo.http.SimulatedServerTlsContext;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.scenario.SimulatedFaultStager;
import tessera.demo.scenario.SimulatedGpuStackFaultScenario;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedResourceType.ServedResourceTraits;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedMigLayouts;

/**
 * A simulated Kubernetes cluster with a fleet of GPU nodes, on a local port. From its kubeconfig on, nothing tells it from
 * a real one: objects obey the API's rules, controllers and kubelets act on them, and life goes on.
 *
 * <p>Any thread. Closing it ends all its threads and connections.
 */
public final class SimulatedCluster implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(50);

    private final SimulatedApiServer server;
    private final SimulatedControlPlane controllers;

    /**
     * The options of a simulated cluster.
     *
     * @param port  0 for any
     * @param nodes how many nodes; {@link SimulatedFleetPlan#STORY_NODES} for the story and nothing else
     * @param seed  of everything that is left to chance
     * @param clock the time at which the cluster is as described, and from which on time passes
     * @param speed how many seconds of the cluster pass in one second
     * @param activity  whether jobs come and go by themselves
     * @param tls   whether it speaks TLS, without which kubectl and others send no tokens
     * @param faults troubles of the GPU stack that it begins with
     * @param metricsServer whether {@code metrics.k8s.io} is served
     * @param claims whether a driver publishes GPUs that are claimed instead of asked of a device plugin
     * @param daemons which have pods on nodes
     * @param environment a cluster as other installations have it, in place of the fleet
     */
    public record SimulationOptions(int port, int nodes, long seed, Clock clock, double speed, boolean activity,
            boolean tls, List<SimulatedGpuStackFaultScenario.NodeFaultScenario> faults, boolean metricsServer,
            boolean claims, SimulatedDaemonSetScope daemons, Optional<SimulatedClusterVariant> environment) {

        public SimulationOptions {
            faults = List.copyOf(faults);
        }

        /** Returns the defaults: the story as it is now, in real time, active, without metrics server and DRA devices. */
        public static SimulationOptions defaultOptions() {
            return new SimulationOptions(0, SimulatedFleetPlan.STORY_NODES, 42, Clock.systemUTC(), 1, true, true,
                    List.of(), false, false, SimulatedDaemonSetScope.forNodeCount(SimulatedFleetPlan.STORY_NODES),
                    Optional.empty());
        }

        public SimulationOptions withPort(int newPort) {
            return new SimulationOptions(newPort, nodes, seed, clock, speed, activity, tls, faults, metricsServer,
                    claims, daemons, environment);
        }

        /** Returns the options with a number of nodes and the daemons of a fleet that large. */
        public SimulationOptions withNodes(int count) {
            return new SimulationOptions(port, count, seed, clock, speed, activity, tls, faults, metricsServer, claims,
                    SimulatedDaemonSetScope.forNodeCount(count), environment);
        }

        public SimulationOptions withDaemons(SimulatedDaemonSetScope some) {
            return new SimulationOptions(port, nodes, seed, clock, speed, activity, tls, faults, metricsServer, claims,
                    some, environment);
        }

        public SimulationOptions withSeed(long newSeed) {
            return new SimulationOptions(port, nodes, newSeed, clock, speed, activity, tls, faults, metricsServer,
                    claims, daemons, environment);
        }

        public SimulationOptions withClock(Clock newClock) {
            return new SimulationOptions(port, nodes, seed, newClock, speed, activity, tls, faults, metricsServer,
                    claims, daemons, environment);
        }

        public SimulationOptions withSpeed(double newSpeed) {
            return new SimulationOptions(port, nodes, seed, clock, newSpeed, activity, tls, faults, metricsServer,
                    claims, daemons, environment);
        }

        public SimulationOptions withActivity(boolean alive) {
            return new SimulationOptions(port, nodes, seed, clock, speed, alive, tls, faults, metricsServer, claims,
                    daemons, environment);
        }

        public SimulationOptions withTls(boolean secure) {
            return new SimulationOptions(port, nodes, seed, clock, speed, activity, secure, faults, metricsServer,
                    claims, daemons, environment);
        }

        public SimulationOptions withMetricsServer(boolean served) {
            return new SimulationOptions(port, nodes, seed, clock, speed, activity, tls, faults, served, claims,
                    daemons, environment);
        }

        public SimulationOptions withClaims(boolean published) {
            return new SimulationOptions(port, nodes, seed, clock, speed, activity, tls, faults, metricsServer,
                    published, daemons, environment);
        }

        public SimulationOptions withEnvironment(Optional<SimulatedClusterVariant> other) {
            return new SimulationOptions(port, nodes, seed, clock, speed, activity, tls, faults, metricsServer, claims,
                    daemons, other);
        }

        public SimulationOptions withFaults(List<SimulatedGpuStackFaultScenario.NodeFaultScenario> troubles) {
            return new SimulationOptions(port, nodes, seed, clock, speed, activity, tls, troubles, metricsServer,
                    claims, daemons, environment);
        }
    }

    private SimulatedCluster(SimulatedApiServer server, SimulatedControlPlane controllers) {
        this.server = server;
        this.controllers = controllers;
    }

    /** Starts a cluster; when this returns, clients find all of its objects. */
    public static SimulatedCluster start(SimulationOptions options) throws IOException {
        var clock = SpeedAdjustedClock.newPaused(options.clock(), options.speed());
        var kubelets = new AtomicReference<>(SimulatedKubeletDialer.UNANSWERED);
        var now = clock.instant();
        var fleet = new FutureTask<>(
                () -> SimulatedFleetObjects.generate(options.seed(), options.nodes(), options.daemons(), now));
        if (options.environment().isEmpty()) {
            Thread.ofPlatform().daemon().name("fleet plan").start(fleet);
        }
        var server = startServer(options, clock, node -> kubelets.get().dial(node));
        if (options.environment().isPresent()) {
            new SimulatedFleetInstaller(server.storedObjects())
                    .installAll(new SimulatedClusterVariantReader(now).readObjects(options.environment().get()));
        } else {
            installFleet(server, fleet);
            stageFaults(server, options.faults());
        }
        if (options.metricsServer()) {
            new SimulatedMetricsServer(server.storedObjects(), clock).install();
        }
        var controllers = new SimulatedControlPlane(server.storedObjects(), clock, options.speed(), GRACE);
        if (options.activity()) {
            controllers.startActivity(options.seed());
        }
        var divisions = new SimulatedMigLayouts();
        var signals = new SimulatedClusterTelemetry(server.storedObjects(), clock, options.seed(), divisions);
        if (options.claims()) {
            new SimulatedDraNodeInstaller(server.storedObjects(), signals).install();
        }
        controllers.addGpuOperator(options.daemons() == SimulatedDaemonSetScope.FEW, divisions, signals);
        controllers.start();
        clock.resume();
        kubelets.set(new SimulatedKubeletContainerApi(server.storedObjects(), clock, options.speed(),
                controllers.machines()::isKubeletRunning, signals).withRecordedLogs(controllers.containerLogs()));
        return new SimulatedCluster(server, controllers);
    }

    private static SimulatedApiServer startServer(SimulationOptions options, Clock clock,
            SimulatedKubeletDialer kubelets) throws IOException {
        var storeMemoryLimits = new SimulatedEtcdStore.StoreMemoryLimits(
                SimulatedEtcdStore.StoreMemoryLimits.USUAL.historySize() + options.nodes(),
                SimulatedEtcdStore.StoreMemoryLimits.USUAL.queueSize() + 4 * options.nodes());
        return SimulatedApiServer.start(new SimulatedApiServer.ApiServerOptions(options.port(), clock,
                SimulatedApiServerWaitTimeFactor.REAL, new SplittableRandom(options.seed()),
                options.tls() ? SimulatedServerTlsContext.selfSigned() : null, storeMemoryLimits, kubelets));
    }

    private static void installFleet(SimulatedApiServer server, Future<SimulatedFleetObjects> fleet)
            throws IOException {
        try {
            new SimulatedFleetInstaller(server.storedObjects()).installFleet(fleet.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            server.close();
            throw new InterruptedIOException("while the fleet was put up");
        } catch (ExecutionException e) {
            server.close();
            throw new IllegalStateException("the fleet could not be planned", e.getCause());
        }
    }

    private static void stageFaults(SimulatedApiServer server,
            List<SimulatedGpuStackFaultScenario.NodeFaultScenario> faults) {
        for (var fault : faults) {
            try {
                new SimulatedFaultStager(server.storedObjects()).stage(fault);
            } catch (SimulatedApiException e) {
                server.close();
                throw new IllegalArgumentException(fault.scenario().scenarioName() + ": " + e.getMessage(), e);
            }
        }
    }

    /** Returns the URL of the API server. */
    public String url() {
        return server.url();
    }

    /** Returns a kubeconfig for the administrator. */
    public String kubeconfig() {
        return kubeconfig("admin");
    }

    /** Returns a kubeconfig for admin, viewer, editor, nodeadmin or nobody. */
    public String kubeconfig(String user) {
        return server.kubeconfig(user);
    }

    /** Returns the server that carries the connections. */
    public SimulatedHttpServer httpServer() {
        return server.httpServer();
    }

    /** Returns the objects of the cluster, with the same rules as for clients. */
    public SimulatedApiStorage storedObjects() {
        return server.storedObjects();
    }

    /** Returns the machines behind the nodes, which can be switched off. */
    public SimulatedKubeletHeartbeats nodeMachines() {
        return controllers.machines();
    }

    @Override
    public void close() {
        controllers.close();
        server.close();
    }

    /** The metrics API of nodes and pods, as an installed metrics server adds it to a cluster. */
    private record SimulatedMetricsServer(SimulatedApiStorage objects, Clock clock) {

        private static final String GROUP = "metrics.k8s.io";
        private static final String VERSION = "v1beta1";

        void install() {
            var catalog = objects.catalog();
            catalog.replaceVersions(GROUP, "nodes", List.of(resourceType("nodes", "NodeMetrics", false)));
            catalog.replaceVersions(GROUP, "pods", List.of(resourceType("pods", "PodMetrics", true)));
            try {
                registerApiService();
            } catch (SimulatedApiException e) {
                throw new IllegalStateException("the API service is not an object", e);
            }
        }

        private static SimulatedResourceType resourceType(String plural, String kind, boolean namespaced) {
            return new SimulatedResourceType(GROUP, VERSION, plural, "", kind, namespaced, GROUP + "/" + plural,
                    List.of(), List.of(), List.of("get", "list"), Map.of(),
                    new ServedResourceTraits(true, false, List.of(), GROUP + "/" + VERSION));
        }

        private void registerApiService() throws SimulatedApiException {
            var type = objects.catalog().get("apiservices.apiregistration.k8s.io");
            var name = VERSION + "." + GROUP;
            var service = SimulatedMetadata.newObject(type.apiVersion(), type.kind(), "", name);
            service.putObject("spec").put("group", GROUP).put("version", VERSION).put("groupPriorityMinimum", 100)
                    .put("versionPriority", 100);
            objects.create(type, service, SimulatedWriteOptions.managedBy("helm"));
            var target = SimulatedObjectWriteTarget.of(type, "", name);
            objects.overwrite(target, withAvailable(objects.get(target)));
        }

        private ObjectNode withAvailable(ObjectNode service) {
            SimulatedOwnerStatusWriter.setCondition(SimulatedStoreJsonCodec.childObject(service, "status"), "Available",
                    true, "Passed", clock.instant()).put("message", "all checks passed");
            return service;
        }
    }
}
