package tessera.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.platform.ShutdownHook;
import tessera.forward.PortForwardRegistry;
import tessera.forward.PortForwardRequest;
import tessera.forward.PortForwardState;
import tessera.forward.PortForwardState.ForwardStage;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Forwards ports of a pod to this machine until it is ended. */
@Command(name = "port-forward", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PortForwardCommand implements Callable<Integer>, CommandDeadline.UnlimitedDurationCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PortForwardCommand.class);

    private static final long LOOK = 200;

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private NamedPodCommandLineOptions options = new NamedPodCommandLineOptions();

    @Parameters(index = "0", paramLabel = "[NAMESPACE/]POD", descriptionKey = "portForward.namespace-pod")
    private String pod = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "[LOCAL:]REMOTE", descriptionKey = "portForward.localremote")
    private List<String> ports = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        parseRequests(ObjectRef.pod("", pod));
        try (var clusterSelection = cluster.openedToReach("")) {
            var targetRef = options.podRef(pod, options.awaitConnection(clusterSelection));
            var forwards = clusterSelection.clusterServices().portForwards();
            for (var request : parseRequests(targetRef)) {
                var state = forwards.start(request);
                spec.commandLine().getOut().printf("Forwarding from %s -> %d%n", state.localAddress(), state.port());
            }
            CommandLineErrorPrinter.flushOutput(spec.commandLine());
            // To end the program is how this usually ends, and that is to be noted.
            try (var _ = new ShutdownHook(clusterSelection.clusterServices()::leaveContainers)) {
                return followForwards(forwards);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted")),
                    stopped);
        }
    }

    private List<PortForwardRequest> parseRequests(ObjectRef targetRef) {
        var wishes = new ArrayList<PortForwardRequest>();
        for (var each : ports) {
            wishes.add(PortForwardRequest.parse(targetRef, each).orElseThrow(
                    () -> new ParameterException(spec.commandLine(), MESSAGES.text("port.malformed", each))));
        }
        return wishes;
    }

    /** Prints the state of the forwards until none is left. */
    private int followForwards(PortForwardRegistry forwards) throws InterruptedException {
        var told = new ArrayList<String>();
        while (true) {
            for (var state : forwards.states()) {
                var text = stateText(state);
                if (!text.isEmpty() && !told.contains(text)) {
                    CommandLineErrorPrinter.printLine(text, spec.commandLine());
                    spec.commandLine().getErr().flush();
                    told.add(text);
                } else if (text.isEmpty()) {
                    told.removeIf(each -> each.startsWith(state.localAddress()));
                }
            }
            if (forwards.runningForwards().isEmpty()) {
                return 1;
            }
            Thread.sleep(LOOK);
        }
    }

    private static String stateText(PortForwardState state) {
        if (state.stage() == ForwardStage.READY && state.statusText().isEmpty()) {
            return "";
        }
        var stage = state.stage() == ForwardStage.READY ? MESSAGES.text("forward.connectionFailed")
                : state.stage().stageLabel();
        return "%s: %s%s".formatted(state.localAddress(), stage, OptionalText.prefixed(": ", state.statusText()));
    }
}
