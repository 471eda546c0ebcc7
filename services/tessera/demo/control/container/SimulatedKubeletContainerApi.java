package tessera.demo.control.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.demo.api.kubelet.SimulatedCommandStreams;
import tessera.demo.api.kubelet.SimulatedContainerLog;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.api.kubelet.SimulatedKubeletConnectionErrors;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.api.kubelet.SimulatedResourceUsage;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.http.HttpExchange;
import tessera.demo.http.SimulatedTunneledHttpServer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.prometheus.SimulatedPrometheus;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedExporters;

/** The kubelets' answers about what happens inside containers: logs, commands, attach, port-forward. */
public final class SimulatedKubeletContainerApi implements SimulatedKubeletApi, SimulatedKubeletDialer {

    private static final Duration PAUSE = Duration.ofMillis(200);
    /** Runs of containers whose files are kept. */
    private static final int MOST_FILES = 32;
    private static final int LONGEST_REQUEST = 1 << 20;
    private static final SeededRandom MINT = new SeededRandom(2);

    private final SimulatedApiStorage objects;
    private final SimulatedResourceType pods;
    private final SimulatedResourceType nodes;
    private final Clock clock;
    private final double speed;
    private final Predicate<String> alive;
    private final SimulatedClusterTelemetry signals;
    private final SimulatedExporters exporters;
    private final SimulatedPrometheus prometheus;
    private volatile SimulatedContainerActivityLog recordedLogs = new SimulatedContainerActivityLog();
    private final LinkedHashMap<String, SimulatedContainerFiles> files = new LinkedHashMap<>(MOST_FILES, 0.75f, true);

    /**
     * @param clock   the cluster's time
     * @param speed   how many seconds of the cluster pass in one second
     * @param alive   whether a node's kubelet answers; asked on any thread
     * @param signals what the GPUs do
     */
    public SimulatedKubeletContainerApi(SimulatedApiStorage objects, Clock clock, double speed, Predicate<String> alive,
            SimulatedClusterTelemetry signals) {
        this.objects = objects;
        this.clock = clock;
        this.speed = speed;
        this.alive = alive;
        this.signals = signals;
        exporters = new SimulatedExporters(signals, speed);
        prometheus = new SimulatedPrometheus(objects, exporters, signals, clock, this::isRunning);
        pods = objects.catalog().get("pods");
        nodes = objects.catalog().get("nodes");
    }

    /** Includes the recorded lines of containers in their logs. */
    public SimulatedKubeletContainerApi withRecordedLogs(SimulatedContainerActivityLog written) {
        recordedLogs = written;
        return this;
    }

    private boolean isRunning(ObjectNode pod) {
        return alive.test(pod.path("spec").path("nodeName").asText())
                && SimulatedContainerRun.isRunning(pod, firstContainer(pod));
    }

    private static String firstContainer(ObjectNode pod) {
        return SimulatedStoreJsonCodec.textAt(pod.path("spec").path("containers").path(0), "name");
    }

    @Override
    public Optional<SimulatedKubeletApi> dial(String node) {
        return alive.test(node) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public SimulatedContainerLog containerLog(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws SimulatedApiException {
        var run = SimulatedContainerRun.findLogged(pod, container, previous);
        var context = SimulatedContainerContext.of(pod, node, container, run.started(), signals);
        var uid = SimulatedMetadata.uidOf(pod);
        return new SimulatedContainerRunLog(run, context, clock,
                () -> storedPod(pod).flatMap(now -> run.refresh(now, container)),
                () -> recordedLogs.linesOf(uid, container));
    }

    /** Returns the pod as it is now; empty once it has gone, even if another has its name. */
    private Optional<ObjectNode> storedPod(ObjectNode pod) {
        var stored = objects.store().get(pods, SimulatedMetadata.namespaceOf(pod), SimulatedMetadata.nameOf(pod));
        return Optional.ofNullable(stored).map(SimulatedStoredObject::toTree)
                .filter(now -> SimulatedMetadata.uidOf(now).equals(SimulatedMetadata.uidOf(pod)));
    }

    @Override
    public int execCommand(ObjectNode pod, ObjectNode node, RemoteCommandRequest command,
            SimulatedCommandStreams terminal) throws SimulatedApiException, IOException, InterruptedException {
        if (!SimulatedContainerRun.isRunning(pod, command.container())) {
            throw SimulatedKubeletConnectionErrors.internalError(
                    "unable to upgrade connection: container not found (\"" + command.container() + "\")");
        }
        if (command.commandLine().isEmpty()) {
            return followOutput(containerLog(pod, node, command.container(), false),
                    new SimulatedCommandConsole(terminal, false, command.tty(), speed, () -> true));
        }
        var console = new SimulatedCommandConsole(terminal, command.stdin(), command.tty(), speed,
                () -> isStillRunning(pod, command.container()));
        var context = SimulatedContainerContext.of(pod, node, command.container(), clock.instant(), signals);
        var run = SimulatedContainerRun.findLogged(pod, command.container(), false);
        var programs = new SimulatedContainerPrograms(context, filesOf(run.id(), context), console);
        try {
            return programs.run(command.commandLine()).orElseThrow(() -> SimulatedKubeletConnectionErrors
                    .internalError(missingProgramMessage(command.commandLine().getFirst())));
        } catch (SimulatedCommandConsole.ProgramStopException stop) {
            return stop.exitCode();
        }
    }

    /** Returns the files of a container's run; those of the runs least recently looked at are dropped. */
    private SimulatedContainerFiles filesOf(String run, SimulatedContainerContext context) {
        synchronized (files) {
            var found = files.computeIfAbsent(run, _ -> new SimulatedContainerFiles(context));
            if (files.size() > MOST_FILES) {
                files.pollFirstEntry();
            }
            return found;
        }
    }

    private boolean isStillRunning(ObjectNode pod, String container) {
        return storedPod(pod).filter(now -> SimulatedContainerRun.isRunning(now, container)).isPresent();
    }

    /** Returns the container runtime's message for a program that does not exist. */
    private static String missingProgramMessage(String program) {
        var reason = program.contains("/") ? "stat " + program + ": no such file or directory"
                : "executable file not found in $PATH: unknown";
        return ("Internal error occurred: error executing command in container: failed to exec in container: failed to "
                + "start exec \"%s\": OCI runtime exec failed: exec failed: unable to start container process: exec: "
                + "\"%s\": %s").formatted(MINT.hexOf(program, 64), program, reason);
    }

    /** Streams a container's output from now on; that nothing was printed shows whether the client has gone. */
    private static int followOutput(SimulatedContainerLog log, SimulatedCommandConsole console)
            throws IOException, InterruptedException {
        log.newLines();
        while (!log.hasEnded()) {
            Thread.sleep(PAUSE);
            console.printOutput(log.newLines().stream().map(line -> line.text() + "\n").collect(Collectors.joining()));
        }
        return 0;
    }

    @Override
    public Optional<SimulatedPodPortServer> listenerAt(ObjectNode pod, int port) {
        if (!SimulatedHttpPrograms.declaresPort(pod, port)) {
            return Optional.empty();
        }
        return Optional.of((from, to) -> SimulatedTunneledHttpServer.serve(from, to,
                exchange -> answerHttp(pod, port, exchange), clock));
    }

    /** Answers one HTTP request over a forwarded port, and hangs up once the pod has stopped. */
    private void answerHttp(ObjectNode pod, int port, HttpExchange exchange) throws IOException {
        if (!isStillRunning(pod, firstContainer(pod))) {
            return;
        }
        var request = exchange.request();
        var body = request.readBody(LONGEST_REQUEST);
        if (body == null) {
            return;
        }
        var reply = forwardToPod(pod, Integer.toString(port), new PodProxyRequest(request.method(), request.path(),
                request.query().rawText(), request.headers(), new String(body, StandardCharsets.UTF_8)))
                .orElseGet(SimulatedHttpPrograms::unknownReply);
        try (var out = exchange.open(reply.status(), reply.headers(), false)) {
            out.write(reply.body().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public Optional<PodProxyResponse> forwardToPod(ObjectNode pod, String port, PodProxyRequest request)
            throws IOException {
        var node = objects.find(nodes, "", pod.path("spec").path("nodeName").asText());
        if (node == null || !isRunning(pod)) {
            return Optional.empty();
        }
        try {
            return exporters.answer(pod, node, port, request).or(() -> prometheus.answer(pod, port, request))
                    .or(() -> SimulatedHttpPrograms.answerRequest(pod, port, request));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("while an exporter took its time");
        }
    }

    @Override
    public SimulatedResourceUsage measureUsage(ObjectNode object) {
        if (object.path("spec").has("containers")) {
            return signals.cpuMemoryLoads().ofPod(object);
        }
        return signals.cpuMemoryLoads().ofNode(object);
    }
}
