package tessera.app.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.platform.ShutdownHook;
import tessera.app.wiring.OpenClusterSession;
import tessera.filecopy.ContainerFileCopyOperation;
import tessera.filecopy.ContainerFileCopyRequest;
import tessera.filecopy.ContainerFileCopyRequest.FileCopyDirection;
import tessera.filecopy.FileCopyState;
import tessera.filecopy.FileCopyState.FileCopyPhase;
import tessera.filecopy.OverwriteAnswer;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Copies files from a container, or to one. */
@Command(name = "cp", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class ContainerFileCopyCommand implements Callable<Integer>, CommandDeadline.UnlimitedDurationCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ContainerFileCopyCommand.class);

    /** A drive letter is no pod. */
    private static final Pattern REMOTE = Pattern.compile("((?:[^/:]+/)?[^/:]{2,}):(.*)");

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private NamedPodCommandLineOptions options = new NamedPodCommandLineOptions();

    @Parameters(index = "0", paramLabel = "FROM", descriptionKey = "containerFileCopy.from")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", descriptionKey = "containerFileCopy.to")
    private String to = "";

    @Option(names = {"-c", "--container"}, paramLabel = "NAME", descriptionKey = "containerFileCopy.container")
    private String container = "";

    @Option(names = "--existing", paramLabel = "WHAT", descriptionKey = "containerFileCopy.existing")
    private ExistingFilePolicy existing = ExistingFilePolicy.ASK;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The treatment of files that exist already. */
    enum ExistingFilePolicy {
        ASK,
        REPLACE,
        SKIP;

        private @Nullable OverwriteAnswer toAnswer() {
            return switch (this) {
                case ASK -> null;
                case REPLACE -> OverwriteAnswer.REPLACE_ALL;
                case SKIP -> OverwriteAnswer.SKIP_ALL;
            };
        }
    }

    @Override
    public Integer call() throws ProblemException {
        var source = REMOTE.matcher(from);
        var target = REMOTE.matcher(to);
        boolean fetches = source.matches();
        if (fetches == target.matches()) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("copy.noContainer"));
        }
        return fetches ? copyFile(source, FileCopyDirection.FROM_CONTAINER, to)
                : copyFile(target, FileCopyDirection.TO_CONTAINER, from);
    }

    private int copyFile(Matcher remote, FileCopyDirection direction, String local) throws ProblemException {
        try (var clusterSelection = cluster.openedToReach("")) {
            var targetRef = options.podRef(remote.group(1), options.awaitConnection(clusterSelection));
            var name = NamedPodCommandLineOptions.runningContainer(clusterSelection.clusterServices().logSource(),
                    targetRef, container);
            var request = new ContainerFileCopyRequest(direction, targetRef, name, remote.group(2), Path.of(local));
            return awaitCopy(clusterSelection.clusterServices(),
                    clusterSelection.clusterServices().copyJobs().start(request, existing.toAnswer()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    /** Waits for the copy; an interrupted program must not leave half a file. */
    private int awaitCopy(OpenClusterSession opened, ContainerFileCopyOperation copying)
            throws ProblemException, InterruptedException {
        try (var _ = new ShutdownHook(opened::leaveContainers)) {
            var state = copying.await();
            while (!state.hasEnded()) {
                copying.answer(askOverwrite(state));
                state = copying.await();
            }
            return printResult(state);
        }
    }

    private static OverwriteAnswer askOverwrite(FileCopyState state) throws ProblemException {
        var console = Optional.ofNullable(System.console()).filter(java.io.Console::isTerminal);
        var file = state.overwriteQuestion().map(Path::toString).orElse("");
        if (console.isEmpty()) {
            throw new ProblemException(Problem.of(OperationProblemKind.CONFLICT, MESSAGES.reason("copy.exists", file)));
        }
        var said = console.get().readLine("%s ",
                MESSAGES.text("copy.overwrite", ForeignTextSanitizer.singleLine(file)));
        return switch (said == null ? "q" : said.strip().toLowerCase(Locale.ROOT)) {
            case "y", "yes" -> OverwriteAnswer.REPLACE;
            case "a", "all" -> OverwriteAnswer.REPLACE_ALL;
            case "o", "none" -> OverwriteAnswer.SKIP_ALL;
            case "q", "quit" -> OverwriteAnswer.STOP;
            default -> OverwriteAnswer.SKIP;
        };
    }

    private int printResult(FileCopyState state) throws ProblemException {
        for (var each : state.skippedFiles()) {
            CommandLineErrorPrinter.printRemark(
                    Problem.of(OperationProblemKind.INVALID, MESSAGES.text("copy.skipped", each)), spec.commandLine());
        }
        if (state.skippedCount() > state.skippedFiles().size()) {
            CommandLineErrorPrinter.printRemark(
                    Problem.of(OperationProblemKind.INVALID,
                            MESSAGES.reason("copy.skippedMore", state.skippedCount() - state.skippedFiles().size())),
                    spec.commandLine());
        }
        if (state.stage() != FileCopyPhase.DONE) {
            throw new ProblemException(Problem.of(OperationProblemKind.UNEXPECTED,
                    OptionalText.orElse(state.statusText(), state.stage().stageLabel())));
        }
        spec.commandLine().getOut()
                .println(MESSAGES.text("copy.done", state.copyRequest().routeText(), state.files(), state.bytes()));
        CommandLineErrorPrinter.flushOutput(spec.commandLine());
        return state.skippedCount() == 0 ? 0 : 1;
    }
}
