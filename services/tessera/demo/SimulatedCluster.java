package tessera.demo;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import tessera.demo.api.ApiServer;
import tessera.demo.api.request.ServerTimings;
import tessera.demo.control.ControlPlane;
import tessera.demo.control.container.AgentConnector;
import tessera.demo.control.container.ContainerAgents;
import tessera.demo.control.loop.FastClock;
import tessera.demo.control.node.NodeMachines;
import tessera.demo.environment.ClusterEnvironment;
import tessera.demo.environment.EnvironmentObjects;
import tessera.demo.fixture.FleetObjects;
import tessera.demo.fixture.plan.DaemonCoverage;
import tessera.demo.http.ServerFaults;
import tessera.demo.http.TlsMaterial;
import tessera.demo.object.ApiError;
import tessera.demo.scenario.FaultScenario;
import tessera.demo.scenario.ScenarioStaging;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.MigDivisions;

/**
 * A Kubernetes cluster with a fleet of GPU nodes, on a port of this machine. From its kubeconfig on, nothing tells it from
 * a real one: objects obey the API's rules, controllers and kubelets act on them, and life goes on.
 *
 * <p>Any thread. Closing it ends all its threads and connections.
 */
public final class SimulatedCluster implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(50);

    private final ApiServer server;
    private final ControlPlane controllers;

    /**
     * How the cluster is to be.
     *
     * @param port  0 for any
     * @param nodes how many nodes; {@link FleetObjects#STORY_NODES} for the story and nothing else
     * @param seed  of everything that is left to chance
     * @param clock the time at which the cluster is as described, and from which on time passes
     * @param speed how many seconds of the cluster pass in one second
     * @param life  whether jobs come and go by themselves
     * @param tls   whether it speaks TLS, without which kubectl and others send no tokens
     * @param faults troubles of the GPU stack that it begins with
     * @param metricsServer whether {@code metrics.k8s.io} is served
     * @param claims whether a driver publishes GPUs that are claimed instead of asked of a device plugin
     * @param daemons which have pods on nodes
     * @param environment a cluster as other installations have it, in place of the fleet
     */
    public record SimulationOptions(int port, int nodes, long seed, Clock clock, double speed, boolean life,
            boolean tls,
            List<FaultScenario.PlacedScenario> faults, boolean metricsServer, boolean claims, DaemonCoverage daemons,
            Optional<ClusterEnvironment> environment) {

        public SimulationOptions {
            faults = List.copyOf(faults);
        }

        /** The story as it is now, in real time, alive, without a metrics server and without devices that are claimed. */
        public static SimulationOptions usual() {
            return new SimulationOptions(0, FleetObjects.STORY_NODES, 42, Clock.systemUTC(), 1, true, true, List.of(),
                    false,
                    false, DaemonCoverage.usual(FleetObjects.STORY_NODES), Optional.empty());
        }

        public SimulationOptions withPort(int newPort) {
            return new SimulationOptions(newPort, nodes, seed, clock, speed, life, tls, faults, metricsServer, claims,
                    daemons,
                    environment);
        }

        /** With the daemons that a fleet of that size has. */
        public SimulationOptions withNodes(int count) {
            return new SimulationOptions(port, count, seed, clock, speed, life, tls, faults, metricsServer, claims,
                    DaemonCoverage.usual(count), environment);
        }

        public SimulationOptions withDaemons(DaemonCoverage some) {
            return new SimulationOptions(port, nodes, seed, clock, speed, life, tls, faults, metricsServer, claims,
                    some,
                    environment);
        }

        public SimulationOptions withSeed(long newSeed) {
            return new SimulationOptions(port, nodes, newSeed, clock, speed, life, tls, faults, metricsServer, claims,
                    daemons,
                    environment);
        }

        public SimulationOptions withClock(Clock newClock) {
            return new SimulationOptions(port, nodes, seed, newClock, speed, life, tls, faults, metricsServer, claims,
                    daemons,
                    environment);
        }

        public SimulationOptions withSpeed(double newSpeed) {
            return new SimulationOptions(port, nodes, seed, clock, newSpeed, life, tls, faults, metricsServer, claims,
                    daemons,
                    environment);
        }

        public SimulationOptions withLife(boolean alive) {
            return new SimulationOptions(port, nodes, seed, clock, speed, alive, tls, faults, metricsServer, claims,
                    daemons,
                    environment);
        }

        public SimulationOptions withTls(boolean secure) {
            return new SimulationOptions(port, nodes, seed, clock, speed, life, secure, faults, metricsServer, claims,
                    daemons,
                    environment);
        }

        public SimulationOptions withMetricsServer(boolean served) {
            return new SimulationOptions(port, nodes, seed, clock, speed, life, tls, faults, served, claims, daemons,
                    environment);
        }

        public SimulationOptions withClaims(boolean published) {
            return new SimulationOptions(port, nodes, seed, clock, speed, life, tls, faults, metricsServer, published,
                    daemons, environment);
        }

        public SimulationOptions withEnvironment(Optional<ClusterEnvironment> other) {
            return new SimulationOptions(port, nodes, seed, clock, speed, life, tls, faults, metricsServer, claims,
                    daemons,
                    other);
        }

        public SimulationOptions withFaults(List<FaultScenario.PlacedScenario> troubles) {
            return new SimulationOptions(port, nodes, seed, clock, speed, life, tls, troubles, metricsServer, claims,
                    daemons, environment);
        }
    }

    private SimulatedCluster(ApiServer server, ControlPlane controllers) {
        this.server = server;
        this.controllers = controllers;
    }

    /** Starts a cluster; when this returns, clients find all of it. */
    public static SimulatedCluster start(SimulationOptions options) throws IOException {
        var clock = FastClock.standing(options.clock(), options.speed());
        var limits = new ObjectStore.Limits(ObjectStore.Limits.USUAL.remembered() + options.nodes(),
                ObjectStore.Limits.USUAL.queued() + 4 * options.nodes());
        var switchboard = new AgentConnector();
        var now = clock.instant();
        var fleet = new FutureTask<>(
                () -> FleetObjects.generate(options.seed(), options.nodes(), options.daemons(), now));
        if (options.environment().isEmpty()) {
            Thread.ofPlatform().daemon().name("fleet plan").start(fleet);
        }
        var server = ApiServer.start(new ApiServer.ServerOptions(options.port(), clock, ServerTimings.REAL,
                new SplittableRandom(options.seed()), options.tls() ? TlsMaterial.selfSigned() : null, limits,
                switchboard));
        if (options.environment().isPresent()) {
            new FleetInstaller(server.objects()).plant(new EnvironmentObjects(now).of(options.environment().get()));
        } else {
            plant(server, fleet);
            stage(server, options.faults());
        }
        if (options.metricsServer()) {
            new MetricsServer(server.objects(), clock).install();
        }
        var controllers = new ControlPlane(server.objects(), clock, options.speed(), GRACE);
        if (options.life()) {
            controllers.enliven(options.seed());
        }
        var divisions = new MigDivisions();
        var signals = new ClusterTelemetry(server.objects(), clock, options.seed(), divisions);
        if (options.claims()) {
            new ClaimedDevices(server.objects(), signals).install();
        }
        controllers.equip(options.daemons() == DaemonCoverage.FEW, divisions, signals);
        controllers.start();
        clock.go();
        switchboard.connect(
                new ContainerAgents(server.objects(), clock, options.speed(), controllers.machines()::answers, signals)
                        .showing(controllers.diaries()));
        return new SimulatedCluster(server, controllers);
    }

    private static void plant(ApiServer server, Future<FleetObjects> fleet) throws IOException {
        try {
            new FleetInstaller(server.objects()).plant(fleet.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            server.close();
            throw new InterruptedIOException("while the fleet was put up");
        } catch (ExecutionException e) {
            server.close();
            throw new IllegalStateException("the fleet could not be planned", e.getCause());
        }
    }

    private static void stage(ApiServer server, List<FaultScenario.PlacedScenario> faults) {
        for (var fault : faults) {
            try {
                new ScenarioStaging(server.objects()).stage(fault);
            } catch (ApiError e) {
                server.close();
                throw new IllegalArgumentException(fault.scenario().label() + ": " + e.getMessage(), e);
            }
        }
    }

    /** Where it listens. */
    public String url() {
        return server.url();
    }

    /** A kubeconfig for somebody who may do everything. */
    public String kubeconfig() {
        return kubeconfig("admin");
    }

    /** A kubeconfig for admin, viewer, editor, nodeadmin or nobody. */
    public String kubeconfig(String user) {
        return server.kubeconfig(user);
    }

    /** What may go wrong on the wire. */
    public ServerFaults faults() {
        return server.faults();
    }

    /** Ends every connection at once, as a network that fails would. */
    public void dropConnections() {
        server.dropConnections();
    }

    /** Its objects, under the same rules as for clients. */
    public StoredObjects objects() {
        return server.objects();
    }

    /** The machines behind its nodes: plugs can be pulled. */
    public NodeMachines machines() {
        return controllers.machines();
    }

    @Override
    public void close() {
        controllers.close();
        server.close();
    }
}
