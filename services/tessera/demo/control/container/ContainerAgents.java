package tessera.demo.control.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.ContainerLogSource;
import tessera.demo.api.kubelet.KubeletEndpoint;
import tessera.demo.api.kubelet.MeasuredUsage;
import tessera.demo.api.kubelet.RemoteTerminal;
import tessera.demo.api.kubelet.UnreachableNodes;
import tessera.demo.http.HttpConversation;
import tessera.demo.http.HttpExchange;
import tessera.demo.object.ApiError;
import tessera.demo.prometheus.SimulatedPrometheus;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.exporter.SimulatedExporters;

/** The agents on all nodes, as far as they are asked what goes on inside containers. */
public final class ContainerAgents implements KubeletEndpoint {

    /** What a command ends with that is killed with its container. */
    private static final int KILLED = 137;
    private static final int INTERRUPTED = 130;
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final StoredObjects objects;
    private final ResourceType pods;
    private final ResourceType nodes;
    private final Clock clock;
    private final double speed;
    private final Predicate<String> alive;
    private final ClusterTelemetry signals;
    private final SimulatedExporters exporters;
    private final SimulatedPrometheus prometheus;
    private volatile ContainerDiaries diaries = new ContainerDiaries();
    private final ContainerDisks disks = new ContainerDisks();
    private final UnreachableNodes nobody = new UnreachableNodes();

    /**
     * @param clock   the cluster's time
     * @param speed   how many seconds of the cluster pass in one second
     * @param alive   whether a node's kubelet answers; asked on any thread
     * @param signals what the GPUs do
     */
    public ContainerAgents(StoredObjects objects, Clock clock, double speed, Predicate<String> alive,
            ClusterTelemetry signals) {
        this.objects = objects;
        this.clock = clock;
        this.speed = speed;
        this.alive = alive;
        this.signals = signals;
        exporters = new SimulatedExporters(signals, speed);
        prometheus = new SimulatedPrometheus(objects, exporters, signals, clock, this::runs);
        pods = objects.catalog().get("pods");
        nodes = objects.catalog().get("nodes");
    }

    /** Has logs show what containers write about what they do. */
    public ContainerAgents showing(ContainerDiaries written) {
        diaries = written;
        return this;
    }

    private boolean runs(ObjectNode pod) {
        return alive.test(StoreJson.text(pod, "spec", "nodeName"))
                && ContainerRun.runs(pod, StoreJson.text(pod.path("spec").path("containers").path(0), "name"));
    }

    private boolean answers(ObjectNode node) {
        return alive.test(StoreJson.text(node, "metadata", "name"));
    }

    @Override
    public ContainerLogSource log(ObjectNode pod, ObjectNode node, String container, boolean previous) throws ApiError {
        if (!answers(node)) {
            return nobody.log(pod, node, container, previous);
        }
        var run = ContainerRun.logged(pod, container, previous);
        var scene = ContainerScene.of(pod, node, container, run.started(), signals);
        var journal = new RunJournal(run, ContainerOutput.of(scene), scene.phrase());
        var uid = StoreJson.text(pod, "metadata", "uid");
        return new KeptLog(new FollowedLog(clock, speed, journal, () -> current(pod, container, journal)),
                () -> diaries.of(uid, container));
    }

    /** The same journal with the end of its run, once that has come. */
    private @Nullable RunJournal current(ObjectNode pod, String container, RunJournal journal) {
        var stored = objects.store().get(pods, StoreJson.text(pod, "metadata", "namespace"),
                StoreJson.text(pod, "metadata", "name"));
        var run = stored == null ? null : journal.run().now(stored.tree(), container);
        return run == null ? null : new RunJournal(run, journal.voice(), journal.phrase());
    }

    @Override
    public int exec(ObjectNode pod, ObjectNode node, ContainerCommand command, RemoteTerminal terminal)
            throws ApiError, IOException, InterruptedException {
        if (!answers(node)) {
            return nobody.exec(pod, node, command, terminal);
        }
        if (!ContainerRun.runs(pod, command.container())) {
            throw failure("unable to upgrade connection: container not found (\"" + command.container() + "\")");
        }
        if (command.words().isEmpty()) {
            return attach(pod, node, command, terminal);
        }
        var programs = new ContainerPrograms(
                ContainerScene.of(pod, node, command.container(), clock.instant(), signals),
                RemoteConsole.of(terminal, command.tty(), speed), disks.of(pod, command.container()));
        var guard = RunGuard.watch(() -> stillRuns(pod, command.container()));
        try (guard) {
            return run(programs, command, terminal);
        } catch (InterruptedException | InterruptedIOException stopped) {
            if (guard.gone()) {
                return KILLED;
            }
            throw stopped;
        }
    }

    private static int run(ContainerPrograms programs, ContainerCommand command, RemoteTerminal terminal)
            throws ApiError, IOException, InterruptedException {
        if (programs.asksForMore(command.words())) {
            var name = programs.named(command.words().getFirst());
            return command.stdin() ? new ShellPrompt(programs, name, command.tty()).run(terminal.stdin()) : 0;
        }
        if (command.tty() && command.stdin()) {
            return attended(programs, command, new TerminalKeyboard(terminal.stdin(), programs.console().pauses()));
        }
        return perform(programs, command);
    }

    /** Whoever types can interrupt it. */
    private static int attended(ContainerPrograms programs, ContainerCommand command, TerminalKeyboard keyboard)
            throws ApiError, IOException, InterruptedException {
        keyboard.busy();
        keyboard.start();
        try {
            return perform(programs, command);
        } catch (InterruptedException stopped) {
            if (!keyboard.interrupted()) {
                throw stopped;
            }
            programs.console().out("^C\n");
            return INTERRUPTED;
        } finally {
            keyboard.idle();
        }
    }

    private static int perform(ContainerPrograms programs, ContainerCommand command)
            throws ApiError, IOException, InterruptedException {
        var code = programs.run(command.words(), programs.files().home());
        if (code.isEmpty()) {
            throw failure(missing(programs, command.words().getFirst()));
        }
        return code.getAsInt();
    }

    private boolean stillRuns(ObjectNode pod, String container) {
        var stored = objects.store().get(pods, StoreJson.text(pod, "metadata", "namespace"),
                StoreJson.text(pod, "metadata", "name"));
        return stored != null
                && StoreJson.text(stored.tree(), "metadata", "uid").equals(StoreJson.text(pod, "metadata", "uid"))
                && ContainerRun.runs(stored.tree(), container);
    }

    /** What the container runtime says of a program that is not there. */
    private static String missing(ContainerPrograms programs, String program) {
        var why = program.contains("/") ? "stat " + program + ": no such file or directory"
                : "executable file not found in $PATH";
        return ("Internal error occurred: error executing command in container: failed to exec in container: failed to "
                + "start exec \"%s\": OCI runtime exec failed: exec failed: unable to start container process: exec: "
                + "\"%s\": %s")
                .formatted((programs.scene().uuid(program) + programs.scene().uuid("exec")).replace("-", ""),
                        program, program.contains("/") ? why : why + ": unknown");
    }

    private static ApiError failure(String why) {
        var details = StoreJson.object();
        details.putArray("causes").addObject().put("message", why);
        return new ApiError(500, "InternalError", "Internal error occurred: " + why, details);
    }

    /** Shows what the container writes from now on. */
    private int attach(ObjectNode pod, ObjectNode node, ContainerCommand command, RemoteTerminal terminal)
            throws ApiError, IOException, InterruptedException {
        try (var log = log(pod, node, command.container(), false)) {
            log.written();
            var console = RemoteConsole.of(terminal, command.tty(), speed);
            while (!log.ended()) {
                var line = log.next(PATIENCE);
                console.out(line == null ? "" : line.text() + "\n");
            }
        }
        return 0;
    }

    @Override
    public Optional<Listener> listener(ObjectNode pod, ObjectNode node, int port) throws ApiError {
        if (!answers(node)) {
            return nobody.listener(pod, node, port);
        }
        return HttpPrograms.declares(pod, port)
                ? Optional.of(
                        (from, to) -> HttpConversation.over(from, to, exchange -> answer(pod, port, exchange), clock))
                : Optional.empty();
    }

    /** Answers one request over a forwarded port; hangs up once the pod runs no more. */
    private void answer(ObjectNode pod, int port, HttpExchange exchange) throws IOException {
        var container = StoreJson.text(pod.path("spec").path("containers").path(0), "name");
        if (!stillRuns(pod, container)) {
            return;
        }
        var request = exchange.request();
        var body = new String(request.body(HttpPrograms.LONGEST), StandardCharsets.UTF_8);
        Reply reply;
        try {
            reply = toPod(pod, Integer.toString(port),
                    new ForwardedRequest(request.method(), request.path(), request.query().raw(), request.headers(),
                            body));
        } catch (ApiError unanswered) {
            reply = HttpPrograms.unknown();
        }
        try (var out = exchange.open(reply.status(), reply.headers(), false)) {
            out.write(reply.body().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public Reply toPod(ObjectNode pod, String port, ForwardedRequest request) throws ApiError, IOException {
        var number = number(pod, port);
        var node = objects.find(nodes, "", StoreJson.text(pod, "spec", "nodeName"));
        var container = StoreJson.text(pod.path("spec").path("containers").path(0), "name");
        if (node != null && answers(node) && ContainerRun.runs(pod, container)) {
            try {
                var reply = exporters.answer(pod, node, number, request)
                        .or(() -> prometheus.answer(pod, number, request))
                        .or(() -> HttpPrograms.answer(pod, number, request));
                if (reply.isPresent()) {
                    return reply.get();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("while an exporter took its time");
            }
        }
        return nobody.toPod(pod, number, request);
    }

    /** The number of a port that is named, or of the first one if none is. */
    private static String number(ObjectNode pod, String port) {
        for (var container : pod.path("spec").path("containers")) {
            for (var each : container.path("ports")) {
                if (port.isEmpty() || port.equals(StoreJson.text(each, "name"))) {
                    return StoreJson.text(each, "containerPort");
                }
            }
        }
        return port;
    }

    @Override
    public Reply toNode(ObjectNode node, String port, ForwardedRequest request) throws ApiError {
        return nobody.toNode(node, port, request);
    }

    @Override
    public MeasuredUsage usage(ObjectNode object) {
        var node = StoreJson.text(object, "spec", "nodeName");
        if (!alive.test(node.isEmpty() ? StoreJson.text(object, "metadata", "name") : node)) {
            return nobody.usage(object);
        }
        return object.path("spec").has("containers") ? signals.loads().ofPod(object) : signals.loads().ofNode(object);
    }
}
