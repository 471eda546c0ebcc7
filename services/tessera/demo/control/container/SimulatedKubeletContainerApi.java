package tessera.demo.control.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.SimulatedCommandStreams;
import tessera.demo.api.kubelet.SimulatedContainerLog;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.api.kubelet.SimulatedResourceUsage;
import tessera.demo.api.kubelet.SimulatedUnreachableKubelet;
import tessera.demo.http.HttpExchange;
import tessera.demo.http.SimulatedTunneledHttpServer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.prometheus.SimulatedPrometheus;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.exporter.SimulatedExporters;

/** The kubelets' answers about what happens inside containers: logs, commands, attach, port-forward. */
public final class SimulatedKubeletContainerApi implements SimulatedKubeletApi {

    /** What a command ends with that is killed with its container. */
    private static final int KILLED = 137;
    private static final int INTERRUPTED = 130;
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final SimulatedApiStorage objects;
    private final SimulatedResourceType pods;
    private final SimulatedResourceType nodes;
    private final Clock clock;
    private final double speed;
    private final Predicate<String> alive;
    private final SimulatedClusterTelemetry signals;
    private final SimulatedExporters exporters;
    private final SimulatedPrometheus prometheus;
    private volatile SimulatedContainerActivityLog diaries = new SimulatedContainerActivityLog();
    private final SimulatedContainerFileLayers disks = new SimulatedContainerFileLayers();
    private final SimulatedUnreachableKubelet nobody = new SimulatedUnreachableKubelet();

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
        diaries = written;
        return this;
    }

    private boolean isRunning(ObjectNode pod) {
        return alive.test(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName"))
                && SimulatedContainerRun.isRunning(pod,
                        SimulatedStoreJsonCodec.textAt(pod.path("spec").path("containers").path(0), "name"));
    }

    private boolean isReachable(ObjectNode node) {
        return alive.test(SimulatedStoreJsonCodec.textAt(node, "metadata", "name"));
    }

    @Override
    public SimulatedContainerLog containerLog(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws SimulatedApiException {
        if (!isReachable(node)) {
            return nobody.containerLog(pod, node, container, previous);
        }
        var run = SimulatedContainerRun.findLogged(pod, container, previous);
        var environment = SimulatedContainerContext.of(pod, node, container, run.started(), signals);
        var journal = new SimulatedContainerRunLog(run, SimulatedContainerOutput.logProfileOf(environment),
                environment.logTemplate());
        var uid = SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid");
        return new SimulatedMergedContainerLog(
                new SimulatedFollowedContainerLog(clock, speed, journal, () -> currentJournal(pod, container, journal)),
                () -> diaries.linesOf(uid, container));
    }

    /** Returns the journal with the end of its run, once the run has ended. */
    private @Nullable SimulatedContainerRunLog currentJournal(ObjectNode pod, String container,
            SimulatedContainerRunLog journal) {
        var stored = objects.store().get(pods, SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace"),
                SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"));
        var run = stored == null ? null : journal.run().refresh(stored.toTree(), container);
        return run == null ? null : new SimulatedContainerRunLog(run, journal.profile(), journal.template());
    }

    @Override
    public int execCommand(ObjectNode pod, ObjectNode node, RemoteCommandRequest command,
            SimulatedCommandStreams terminal)
            throws SimulatedApiException, IOException, InterruptedException {
        if (!isReachable(node)) {
            return nobody.execCommand(pod, node, command, terminal);
        }
        if (!SimulatedContainerRun.isRunning(pod, command.container())) {
            throw internalError("unable to upgrade connection: container not found (\"" + command.container() + "\")");
        }
        if (command.commandLine().isEmpty()) {
            return followOutput(pod, node, command, terminal);
        }
        var programs = new SimulatedContainerPrograms(
                SimulatedContainerContext.of(pod, node, command.container(), clock.instant(), signals),
                SimulatedCommandConsole.of(terminal, command.tty(), speed), disks.layerOf(pod, command.container()));
        var guard = SimulatedCommandInterrupter.watchCurrentThread(() -> isStillRunning(pod, command.container()));
        try (guard) {
            return runCommand(programs, command, terminal);
        } catch (InterruptedException | InterruptedIOException stopped) {
            if (guard.hasStopped()) {
                return KILLED;
            }
            throw stopped;
        }
    }

    private static int runCommand(SimulatedContainerPrograms programs, RemoteCommandRequest command,
            SimulatedCommandStreams terminal)
            throws SimulatedApiException, IOException, InterruptedException {
        if (programs.isInteractiveShell(command.commandLine())) {
            var name = programs.programName(command.commandLine().getFirst());
            if (command.stdin()) {
                return new SimulatedInteractiveShell(programs, name, command.tty()).run(terminal.stdin());
            }
            return 0;
        }
        if (command.tty() && command.stdin()) {
            return runInterruptible(programs, command,
                    new SimulatedTerminalInput(terminal.stdin(), programs.console().pauses()));
        }
        return performCommand(programs, command);
    }

    /** Runs a command that the typing client can interrupt. */
    private static int runInterruptible(SimulatedContainerPrograms programs, RemoteCommandRequest command,
            SimulatedTerminalInput keyboard)
            throws SimulatedApiException, IOException, InterruptedException {
        keyboard.beginProgram();
        keyboard.start();
        try {
            return performCommand(programs, command);
        } catch (InterruptedException stopped) {
            if (!keyboard.wasInterrupted()) {
                throw stopped;
            }
            programs.console().printOutput("^C\n");
            return INTERRUPTED;
        } finally {
            keyboard.endProgram();
        }
    }

    private static int performCommand(SimulatedContainerPrograms programs, RemoteCommandRequest command)
            throws SimulatedApiException, IOException, InterruptedException {
        var code = programs.run(command.commandLine(), programs.files().home());
        if (code.isEmpty()) {
            throw internalError(missingProgramMessage(programs, command.commandLine().getFirst()));
        }
        return code.getAsInt();
    }

    private boolean isStillRunning(ObjectNode pod, String container) {
        var stored = objects.store().get(pods, SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace"),
                SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"));
        return stored != null
                && SimulatedStoreJsonCodec.textAt(stored.toTree(), "metadata", "uid")
                        .equals(SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"))
                && SimulatedContainerRun.isRunning(stored.toTree(), container);
    }

    /** Returns the container runtime's message for a program that does not exist. */
    private static String missingProgramMessage(SimulatedContainerPrograms programs, String program) {
        var reason = program.contains("/") ? "stat " + program + ": no such file or directory"
                : "executable file not found in $PATH";
        return ("Internal error occurred: error executing command in container: failed to exec in container: failed to "
                + "start exec \"%s\": OCI runtime exec failed: exec failed: unable to start container process: exec: "
                + "\"%s\": %s")
                .formatted((programs.scene().uuidOf(program) + programs.scene().uuidOf("exec")).replace("-", ""),
                        program, program.contains("/") ? reason : reason + ": unknown");
    }

    private static SimulatedApiException internalError(String reason) {
        var details = SimulatedStoreJsonCodec.newObject();
        details.putArray("causes").addObject().put("message", reason);
        return new SimulatedApiException(500, "InternalError", "Internal error occurred: " + reason, details);
    }

    /** Streams the container's output from now on. */
    private int followOutput(ObjectNode pod, ObjectNode node, RemoteCommandRequest command,
            SimulatedCommandStreams terminal)
            throws SimulatedApiException, IOException, InterruptedException {
        try (var log = containerLog(pod, node, command.container(), false)) {
            log.writtenLines();
            var console = SimulatedCommandConsole.of(terminal, command.tty(), speed);
            while (!log.hasEnded()) {
                var line = log.next(PATIENCE);
                console.printOutput(line == null ? "" : line.text() + "\n");
            }
        }
        return 0;
    }

    @Override
    public Optional<SimulatedPodPortServer> listenerAt(ObjectNode pod, ObjectNode node, int port)
            throws SimulatedApiException {
        if (!isReachable(node)) {
            return nobody.listenerAt(pod, node, port);
        }
        if (SimulatedHttpPrograms.declaresPort(pod, port)) {
            return Optional.of(
                    (from, to) -> SimulatedTunneledHttpServer.serve(from, to,
                            exchange -> answerHttp(pod, port, exchange),
                            clock));
        }
        return Optional.empty();
    }

    /** Answers one HTTP request over a forwarded port, and hangs up once the pod has stopped. */
    private void answerHttp(ObjectNode pod, int port, HttpExchange exchange) throws IOException {
        var container = SimulatedStoreJsonCodec.textAt(pod.path("spec").path("containers").path(0), "name");
        if (!isStillRunning(pod, container)) {
            return;
        }
        var request = exchange.request();
        var body = request.readBody(SimulatedHttpPrograms.LONGEST);
        if (body == null) {
            return;
        }
        PodProxyResponse reply;
        try {
            reply = forwardToPod(pod, Integer.toString(port),
                    new PodProxyRequest(request.method(), request.path(), request.query().rawText(), request.headers(),
                            new String(body, StandardCharsets.UTF_8)));
        } catch (SimulatedApiException unanswered) {
            reply = SimulatedHttpPrograms.unknownReply();
        }
        try (var out = exchange.open(reply.status(), reply.headers(), false)) {
            out.write(reply.body().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public PodProxyResponse forwardToPod(ObjectNode pod, String port, PodProxyRequest request)
            throws SimulatedApiException, IOException {
        var number = portNumber(pod, port);
        var node = objects.find(nodes, "", SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName"));
        var container = SimulatedStoreJsonCodec.textAt(pod.path("spec").path("containers").path(0), "name");
        if (node != null && isReachable(node) && SimulatedContainerRun.isRunning(pod, container)) {
            try {
                var reply = exporters.answer(pod, node, number, request)
                        .or(() -> prometheus.answer(pod, number, request))
                        .or(() -> SimulatedHttpPrograms.answerRequest(pod, number, request));
                if (reply.isPresent()) {
                    return reply.get();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("while an exporter took its time");
            }
        }
        return nobody.forwardToPod(pod, number, request);
    }

    /** Returns the number of a named port, or of the first port if no name is given. */
    private static String portNumber(ObjectNode pod, String port) {
        for (var container : pod.path("spec").path("containers")) {
            for (var element : container.path("ports")) {
                if (port.isEmpty() || port.equals(SimulatedStoreJsonCodec.textAt(element, "name"))) {
                    return SimulatedStoreJsonCodec.textAt(element, "containerPort");
                }
            }
        }
        return port;
    }

    @Override
    public PodProxyResponse forwardToNode(ObjectNode node, String port, PodProxyRequest request)
            throws SimulatedApiException {
        return nobody.forwardToNode(node, port, request);
    }

    @Override
    public SimulatedResourceUsage measureUsage(ObjectNode object) {
        var node = SimulatedStoreJsonCodec.textAt(object, "spec", "nodeName");
        if (!alive.test(node.isEmpty() ? SimulatedStoreJsonCodec.textAt(object, "metadata", "name") : node)) {
            return nobody.measureUsage(object);
        }
        if (object.path("spec").has("containers")) {
            return signals.cpuMemoryLoads().ofPod(object);
        }
        return signals.cpuMemoryLoads().ofNode(object);
    }

    /** A container's log with the recorded lines merged into the generated ones. */
    private static final class SimulatedMergedContainerLog implements SimulatedContainerLog {

        private final SimulatedContainerLog defaultLog;
        private final Supplier<List<LogSourceLine>> diary;
        private int read;

        SimulatedMergedContainerLog(SimulatedContainerLog defaultLog, Supplier<List<LogSourceLine>> diary) {
            this.defaultLog = defaultLog;
            this.diary = diary;
        }

        @Override
        public List<LogSourceLine> writtenLines() {
            var own = diary.get();
            var lines = new ArrayList<>(defaultLog.writtenLines());
            lines.addAll(own);
            read = own.size();
            lines.sort(Comparator.comparing(LogSourceLine::at));
            return lines;
        }

        @Override
        public @Nullable LogSourceLine next(Duration timeout) throws InterruptedException {
            var own = diary.get();
            if (read < own.size()) {
                return own.get(read++);
            }
            return defaultLog.next(timeout);
        }

        @Override
        public boolean hasEnded() {
            return defaultLog.hasEnded();
        }

        @Override
        public void close() {
            defaultLog.close();
        }
    }
}
