package tessera.app;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.copy.Answer;
import tessera.copy.CopyState;
import tessera.copy.CopyState.Stage;
import tessera.copy.CopyWish;
import tessera.copy.CopyWish.Direction;
import tessera.copy.Copying;
import tessera.model.Failure;
import tessera.model.PlainText;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/** Copies files from a container, or to one. */
@Command(name = "cp", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Copy a file or folder from a container or to one, by the tar in it. Nothing is written outside of where it goes.")
final class CpCommand implements Callable<Integer> {

    /** A drive letter is no pod. */
    private static final Pattern REMOTE = Pattern.compile("((?:[^/:]+/)?[^/:]{2,}):(.*)");

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PodOptions options = new PodOptions();

    @Parameters(index = "0", paramLabel = "FROM", description = "[NAMESPACE/]POD:PATH, or a path of this machine.")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "The other. A folder that is there takes in what comes, under its own name.")
    private String to = "";

    @Option(names = {"-c",
        "--container"}, paramLabel = "NAME", description = "In this container, and not the usual one.")
    private String container = "";

    @Option(names = "--existing", paramLabel = "WHAT", description = "What to do about files of this machine that are in the way: ask, replace or skip.")
    private Existing existing = Existing.ASK;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** What to do about files that are in the way. */
    enum Existing {
        ASK,
        REPLACE,
        SKIP;

        private @Nullable Answer answer() {
            return switch (this) {
                case ASK -> null;
                case REPLACE -> Answer.REPLACE_ALL;
                case SKIP -> Answer.SKIP_ALL;
            };
        }
    }

    @Override
    public Integer call() throws Failure {
        var source = REMOTE.matcher(from);
        var target = REMOTE.matcher(to);
        boolean fetches = source.matches();
        if (fetches == target.matches()) {
            throw new ParameterException(spec.commandLine(),
                    "One of both is in a container, as in notebooks/jupyter-ana-0:/tmp/trace.json");
        }
        var remote = fetches ? source : target;
        try (var desk = cluster.opened()) {
            var meant = options.named(remote.group(1), options.connected(desk));
            var name = PodOptions.running(desk.reached().logs(), meant, container);
            var wish = new CopyWish(fetches ? Direction.FROM_CONTAINER : Direction.TO_CONTAINER, meant, name,
                    remote.group(2), Path.of(fetches ? to : from));
            return follow(desk.reached(), desk.reached().copies().start(wish, existing.answer()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "The copying was given up"), stopped);
        }
    }

    /** Whoever ends the program must not find half of a file. */
    private int follow(OpenCluster opened, Copying copying) throws Failure, InterruptedException {
        try (var _ = new Farewell(opened::leaveContainers)) {
            var state = copying.await();
            while (!state.over()) {
                copying.answer(ask(state));
                state = copying.await();
            }
            return said(state);
        }
    }

    private static Answer ask(CopyState state) throws Failure {
        var console = Optional.ofNullable(System.console()).filter(java.io.Console::isTerminal);
        var file = state.asks().map(Path::toString).orElse("");
        if (console.isEmpty()) {
            throw new Failure(Problem.of(Kind.CONFLICT, file + " is there already")
                    .withRemedy("Say --existing replace or --existing skip."));
        }
        var said = console.get().readLine("%s is there already. Replace it? [y]es, [n]o, [a]ll, n[o]ne, [q]uit: ",
                PlainText.line(file));
        return switch (said == null ? "q" : said.strip().toLowerCase(Locale.ROOT)) {
            case "y", "yes" -> Answer.REPLACE;
            case "a", "all" -> Answer.REPLACE_ALL;
            case "o", "none" -> Answer.SKIP_ALL;
            case "q", "quit" -> Answer.STOP;
            default -> Answer.SKIP;
        };
    }

    private int said(CopyState state) throws Failure {
        for (var each : state.left()) {
            Complaints.remark(Problem.of(Kind.INVALID, "left out " + each), spec.commandLine());
        }
        if (state.leftOut() > state.left().size()) {
            Complaints.remark(Problem.of(Kind.INVALID, "left out %d more".formatted(
                    state.leftOut() - state.left().size())), spec.commandLine());
        }
        if (state.stage() != Stage.DONE) {
            throw new Failure(Problem.of(Kind.UNEXPECTED, state.words().isEmpty() ? state.stage().words()
                    : state.words()));
        }
        spec.commandLine().getOut().printf("Copied %s: %d file%s, %d bytes%n", state.wish().words(), state.files(),
                state.files() == 1 ? "" : "s", state.bytes());
        Complaints.flush(spec.commandLine());
        return state.leftOut() == 0 ? 0 : 1;
    }
}
