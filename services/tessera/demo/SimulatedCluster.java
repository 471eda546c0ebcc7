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
import tessera.demo.api.request.Pace;
import tessera.demo.control.Controllers;
import tessera.demo.control.container.Agents;
import tessera.demo.control.container.Switchboard;
import tessera.demo.control.loop.FastClock;
import tessera.demo.control.node.Machines;
import tessera.demo.environment.ClusterEnvironment;
import tessera.demo.environment.EnvironmentObjects;
import tessera.demo.fleet.Fleet;
import tessera.demo.fleet.plan.Daemons;
import tessera.demo.http.Faults;
import tessera.demo.http.Tls;
import tessera.demo.object.ApiError;
import tessera.demo.scenario.Scenario;
import tessera.demo.scenario.Staging;
import tessera.demo.signal.Divisions;
import tessera.demo.signal.Signals;
import tessera.demo.store.Store;
import tessera.demo.store.objects.Objects;

/**
 * A Kubernetes cluster with a fleet of GPU nodes, on a port of this machine. From its kubeconfig on, nothing tells it from
 * a real one: objects obey the API's rules, controllers and kubelets act on them, and life goes on.
 *
 * <p>Any thread. Closing it ends all its threads and connections.
 */
public final class SimulatedCluster implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(50);

    private final ApiServer server;
    private final Controllers controllers;

    /**
     * How the cluster is to be.
     *
     * @param port  0 for any
     * @param nodes how many nodes; {@link Fleet#STORY_NODES} for the story and nothing else
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
    public record Options(int port, int nodes, long seed, Clock clock, double speed, boolean life, boolean tls,
            List<Scenario.Placed> faults, boolean metricsServer, boolean claims, Daemons daemons,
            Optional<ClusterEnvironment> environment) {

        public Options {
            faults = List.copyOf(faults);
        }

        /** The story as it is now, in real time, alive, without a metrics server and without devices that are claimed. */
        public static Options usual() {
            return new Options(0, Fleet.STORY_NODES, 42, Clock.systemUTC(), 1, true, true, List.of(), false,
                    false, Daemons.usual(Fleet.STORY_NODES), Optional.empty());
        }

        public Options withPort(int newPort) {
            return new Options(newPort, nodes, seed, clock, speed, life, tls, faults, metricsServer, claims, daemons,
                    environment);
        }

        /** With the daemons that a fleet of that size has. */
        public Options withNodes(int count) {
            return new Options(port, count, seed, clock, speed, life, tls, faults, metricsServer, claims,
                    Daemons.usual(count), environment);
        }

        public Options withDaemons(Daemons some) {
            return new Options(port, nodes, seed, clock, speed, life, tls, faults, metricsServer, claims, some,
                    environment);
        }

        public Options withSeed(long newSeed) {
            return new Options(port, nodes, newSeed, clock, speed, life, tls, faults, metricsServer, claims, daemons,
                    environment);
        }

        public Options withClock(Clock newClock) {
            return new Options(port, nodes, seed, newClock, speed, life, tls, faults, metricsServer, claims, daemons,
                    environment);
        }

        public Options withSpeed(double newSpeed) {
            return new Options(port, nodes, seed, clock, newSpeed, life, tls, faults, metricsServer, claims, daemons,
                    environment);
        }

        public Options withLife(boolean alive) {
            return new Options(port, nodes, seed, clock, speed, alive, tls, faults, metricsServer, claims, daemons,
                    environment);
        }

        public Options withTls(boolean secure) {
            return new Options(port, nodes, seed, clock, speed, life, secure, faults, metricsServer, claims, daemons,
                    environment);
        }

        public Options withMetricsServer(boolean served) {
            return new Options(port, nodes, seed, clock, speed, life, tls, faults, served, claims, daemons,
                    environment);
        }

        public Options withClaims(boolean published) {
            return new Options(port, nodes, seed, clock, speed, life, tls, faults, metricsServer, published,
                    daemons, environment);
        }

        public Options withEnvironment(Optional<ClusterEnvironment> other) {
            return new Options(port, nodes, seed, clock, speed, life, tls, faults, metricsServer, claims, daemons,
                    other);
        }

        public Options withFaults(List<Scenario.Placed> troubles) {
            return new Options(port, nodes, seed, clock, speed, life, tls, troubles, metricsServer, claims,
                    daemons, environment);
        }
    }

    private SimulatedCluster(ApiServer server, Controllers controllers) {
        this.server = server;
        this.controllers = controllers;
    }

    /** Starts a cluster; when this returns, clients find all of it. */
    public static SimulatedCluster start(Options options) throws IOException {
        var clock = FastClock.standing(options.clock(), options.speed());
        var limits = new Store.Limits(Store.Limits.USUAL.remembered() + options.nodes(),
                Store.Limits.USUAL.queued() + 4 * options.nodes());
        var switchboard = new Switchboard();
        var now = clock.instant();
        var fleet = new FutureTask<>(() -> Fleet.generate(options.seed(), options.nodes(), options.daemons(), now));
        if (options.environment().isEmpty()) {
            Thread.ofPlatform().daemon().name("fleet plan").start(fleet);
        }
        var server = ApiServer.start(new ApiServer.Options(options.port(), clock, Pace.REAL,
                new SplittableRandom(options.seed()), options.tls() ? Tls.selfSigned() : null, limits,
                switchboard));
        if (options.environment().isPresent()) {
            new Planting(server.objects()).plant(new EnvironmentObjects(now).of(options.environment().get()));
        } else {
            plant(server, fleet);
            stage(server, options.faults());
        }
        if (options.metricsServer()) {
            new MetricsServer(server.objects(), clock).install();
        }
        var controllers = new Controllers(server.objects(), clock, options.speed(), GRACE);
        if (options.life()) {
            controllers.enliven(options.seed());
        }
        var divisions = new Divisions();
        var signals = new Signals(server.objects(), clock, options.seed(), divisions);
        if (options.claims()) {
            new ClaimedDevices(server.objects(), signals).install();
        }
        controllers.equip(options.daemons() == Daemons.FEW, divisions, signals);
        controllers.start();
        clock.go();
        switchboard.connect(
                new Agents(server.objects(), clock, options.speed(), controllers.machines()::answers, signals)
                        .showing(controllers.diaries()));
        return new SimulatedCluster(server, controllers);
    }

    private static void plant(ApiServer server, Future<Fleet> fleet) throws IOException {
        try {
            new Planting(server.objects()).plant(fleet.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            server.close();
            throw new InterruptedIOException("while the fleet was put up");
        } catch (ExecutionException e) {
            server.close();
            throw new IllegalStateException("the fleet could not be planned", e.getCause());
        }
    }

    private static void stage(ApiServer server, List<Scenario.Placed> faults) {
        for (var fault : faults) {
            try {
                new Staging(server.objects()).stage(fault);
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
    public Faults faults() {
        return server.faults();
    }

    /** Ends every connection at once, as a network that fails would. */
    public void dropConnections() {
        server.dropConnections();
    }

    /** Its objects, under the same rules as for clients. */
    public Objects objects() {
        return server.objects();
    }

    /** The machines behind its nodes: plugs can be pulled. */
    public Machines machines() {
        return controllers.machines();
    }

    @Override
    public void close() {
        controllers.close();
        server.close();
    }
}
