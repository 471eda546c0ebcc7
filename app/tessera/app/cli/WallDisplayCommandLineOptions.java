package tessera.app.cli;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.app.wiring.ClusterSelectionService;
import tessera.gpu.AcceleratorCatalog;
import tessera.settings.WindowAppearance;
import tessera.text.MessageCatalog;
import tessera.ui.kit.ColorTheme;
import tessera.ui.wall.WallDimmingHours;
import tessera.ui.wall.WallDisplayOptions;
import tessera.ui.wall.WallPageKind;

/** The options of a wall display. */
final class WallDisplayCommandLineOptions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallDisplayCommandLineOptions.class);

    private static final Pattern TIME = Pattern.compile("(\\d{1,5})(s|m(?:in)?|h)");
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    @Option(order = ClusterCommandLineOptions.CLUSTER, names = "--wall", descriptionKey = "wallDisplay.wall")
    private boolean wall;

    @Option(order = ClusterCommandLineOptions.CLUSTER, names = "--pages", paramLabel = "PAGE", split = ",", descriptionKey = "wallDisplay.pages")
    private List<String> pages = List.of();

    @Option(order = ClusterCommandLineOptions.CLUSTER, names = "--rotate", paramLabel = "TIME", descriptionKey = "wallDisplay.rotate")
    private @Nullable String rotate;

    @Option(order = ClusterCommandLineOptions.CLUSTER, names = "--screen", paramLabel = "N", descriptionKey = "wallDisplay.screen")
    private @Nullable Integer screen;

    @Option(order = ClusterCommandLineOptions.CLUSTER, names = "--dim", paramLabel = "HOURS", descriptionKey = "wallDisplay.dim")
    private @Nullable String dim;

    @Option(order = ClusterCommandLineOptions.CLUSTER, names = "--theme", paramLabel = "THEME", descriptionKey = "wallDisplay.theme")
    private @Nullable ColorTheme theme;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Returns whether a wall is requested; refuses wall options without one. */
    boolean isRequested() {
        if (!wall && (!pages.isEmpty() || Stream.of(rotate, screen, dim, theme).anyMatch(said -> said != null))) {
            throw usageError(MESSAGES.text("wall.options"));
        }
        if (wall) {
            // What is not understood is said before anything is opened.
            toTerms(AcceleratorCatalog.standard());
            screenNumber();
        }
        return wall;
    }

    WallDisplayOptions toTerms(AcceleratorCatalog accelerators) {
        return new WallDisplayOptions(pages(), rotationPeriod(), dimmingHours(), accelerators,
                Clock.system(ZoneId.systemDefault()));
    }

    /** Returns the number of the display, from 1. */
    int screenNumber() {
        if (screen != null && screen < 1) {
            throw usageError(MESSAGES.text("wall.screen", screen));
        }
        return Objects.requireNonNullElse(screen, 1);
    }

    ColorTheme theme(ClusterSelectionService clusterSelection) {
        if (theme != null) {
            return theme;
        }
        if (clusterSelection.preferences().settings().appearance().theme() == WindowAppearance.ThemeChoice.LIGHT) {
            return ColorTheme.LIGHT;
        }
        return ColorTheme.DARK;
    }

    private List<WallPageKind> pages() {
        if (pages.isEmpty()) {
            return List.of(WallPageKind.values());
        }
        var named = new ArrayList<WallPageKind>();
        for (var word : pages) {
            named.add(parsePage(word, command));
        }
        return named;
    }

    /** Parses the name of a page. */
    static WallPageKind parsePage(String word, CommandSpec command) {
        return WallPageKind.findByOption(word)
                .orElseThrow(() -> new ParameterException(command.commandLine(), MESSAGES.text("wall.page", word, Stream
                        .of(WallPageKind.values()).map(WallPageKind::optionName).collect(Collectors.joining(", ")))));
    }

    private Duration rotationPeriod() {
        if (rotate == null) {
            return Duration.ofSeconds(30);
        }
        var match = TIME.matcher(rotate.strip());
        if (!match.matches()) {
            throw usageError(MESSAGES.text("wall.rotate", rotate));
        }
        long number = Long.parseLong(match.group(1));
        var time = switch (match.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofMinutes(number);
        };
        if (time.compareTo(SHORTEST) < 0) {
            throw usageError(MESSAGES.text("wall.rotateShort"));
        }
        return time;
    }

    private WallDimmingHours dimmingHours() {
        if (dim == null) {
            return WallDimmingHours.NEVER;
        }
        return WallDimmingHours.parse(dim).orElseThrow(() -> usageError(MESSAGES.text("wall.dim", dim)));
    }

    private ParameterException usageError(String reason) {
        return new ParameterException(command.commandLine(), reason);
    }
}
