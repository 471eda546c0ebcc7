package tessera.app;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javafx.application.Platform;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.ui.FxRelay;
import tessera.ui.kit.ColorTheme;
import tessera.ui.mosaic.MosaicLens;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowShell;
import tessera.ui.wall.WallPage;

/** Draws a screen off-screen and saves the picture; needs no display. */
@Command(name = "snapshot", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Render a screen to a PNG file. Needs no display.")
final class SnapshotCommand implements Callable<Integer>, CommandDeadline.OpenEndedCommand {

    private static final Set<ScreenDestination> ASKING = Set.of(ScreenDestination.METRICS, ScreenDestination.SHARING,
            ScreenDestination.OPERATOR);
    private static final Set<ScreenDestination> WITHOUT_NODES = Set.of(ScreenDestination.PODS, ScreenDestination.QUOTAS,
            ScreenDestination.DOCTOR);
    private static final Pattern SIZE = Pattern.compile("(\\d{2,5})x(\\d{2,5})");
    private static final int LARGEST = 16_384;
    /** A picture does not wait longer for a Prometheus that may not be there. */
    private static final Duration SEARCH = Duration.ofSeconds(5);

    private static final Duration TURN = Duration.ofMillis(100);

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(names = "--screen", paramLabel = "SCREEN", description = "One of: ${COMPLETION-CANDIDATES}.")
    private ScreenDestination screen = ScreenDestination.FLEET;

    @Option(names = "--wall", paramLabel = "PAGE", description = "Render a wall page instead: fleet, trends, alerts or pending.")
    private @Nullable String wall;

    @Option(names = "--lens", paramLabel = "LENS", description = "Lens of the fleet screen: allocation, util, memory, temperature, power, health or owner.")
    private String lens = "allocation";

    @Option(names = "--select", paramLabel = "NODE", description = "Node, or NAMESPACE/POD, to open in the inspector.")
    private String selected = "";

    @Option(names = "--tab", paramLabel = "PAGE", description = "Inspector tab. One of: ${COMPLETION-CANDIDATES}.")
    private @Nullable InspectorPageName page;

    @Option(names = "--size", paramLabel = "WxH", description = "Size in pixels, for example 1920x1080.")
    private String size = "1440x900";

    @Option(names = "--theme", paramLabel = "THEME", description = "One of: ${COMPLETION-CANDIDATES}.")
    private ColorTheme theme = ColorTheme.DARK;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Time to wait for the cluster (default: 60).")
    private int patience = 60;

    @Parameters(paramLabel = "OUT.png", arity = "0..1", description = "Output file (default: tessera.png).")
    private Path file = Path.of("tessera.png");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The pages of the inspector, as a user types them. */
    private enum InspectorPageName {
        OVERVIEW("Overview"),
        WHY("Why"),
        MIG("MIG"),
        METRICS("Metrics"),
        HEALTH("Health"),
        PODS("Pods"),
        LABELS("Labels"),
        EVENTS("Events"),
        CONTAINERS("Containers"),
        LOGS("Logs"),
        YAML("YAML");

        private final String title;

        InspectorPageName(String title) {
            this.title = title;
        }
    }

    private final ExecutorService projector = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory());

    @Override
    public Integer call() throws Failure {
        var dimensions = SIZE.matcher(size);
        if (!dimensions.matches() || Math.max(number(dimensions.group(1)), number(dimensions.group(2))) > LARGEST) {
            throw new ParameterException(spec.commandLine(), "“" + size + "” is no size, such as 1920x1080");
        }
        var through = MosaicLens.named(lens).orElseThrow(
                () -> new ParameterException(spec.commandLine(), "“" + lens + "” is no lens, such as util"));
        if (selected.isEmpty() && page != null) {
            throw new ParameterException(spec.commandLine(), "--tab is of a node or a pod: say which with --select");
        }
        var wallPage = wall == null ? null : WallOptions.page(wall, spec);
        WindowPicture.check(file);
        System.setProperty("glass.platform", "Headless");
        System.setProperty("prism.order", "sw");
        try (var desk = cluster.opened()) {
            SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(), need(), Duration.ofSeconds(patience));
            if (!selected.isEmpty() && !found(desk.snapshots().get())) {
                throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no %s “%s”"
                        .formatted(meant().kind().toLowerCase(Locale.ROOT), selected)));
            }
            // Of a large fleet it tells what is measured, once it is found.
            if (screen == ScreenDestination.ALERTS || screen == ScreenDestination.METRICS
                    || wallPage == WallPage.TRENDS) {
                MeasuredFleet.await(desk.prometheus(),
                        () -> !(desk.prometheus().get() instanceof PrometheusStatus.PrometheusSearching),
                        SEARCH);
            }
            measured(desk);
            int width = number(dimensions.group(1));
            int height = number(dimensions.group(2));
            var image = draw(wallPage == null ? () -> window(desk, through) : () -> WallPicture.of(desk, wallPage),
                    width, height);
            WindowPicture.save(image, file);
        }
        return 0;
    }

    /** Waits for as much of what is measured as the picture shows. */
    private void measured(ClusterDesk desk) throws Failure {
        if (wall != null || screen == ScreenDestination.FLEET || screen == ScreenDestination.ALERTS
                || page == InspectorPageName.HEALTH) {
            judged(desk);
        } else if (!selected.isEmpty() || screen == ScreenDestination.NODES || screen == ScreenDestination.GPUS
                || screen == ScreenDestination.METRICS) {
            MeasuredFleet.of(desk, Duration.ofSeconds(patience));
        }
    }

    private ObjectRef meant() {
        int slash = selected.indexOf('/');
        return slash < 0 ? ObjectRef.node(selected)
                : ObjectRef.pod(selected.substring(0, slash), selected.substring(slash + 1));
    }

    private boolean found(Snapshot snapshot) {
        var object = meant();
        return object.kind().equals("Pod") ? snapshot.pod(object.namespace(), object.name()).isPresent()
                : snapshot.node(object.name()).isPresent();
    }

    /** Waits until all exporters were heard, and what they say was judged. */
    private void judged(ClusterDesk desk) throws Failure {
        MeasuredFleet.of(desk, Duration.ofSeconds(patience));
        var heard = desk.readings().get().at();
        MeasuredFleet.await(desk.alerts(), () -> desk.alerts().get().at().isAfter(heard),
                Duration.ofSeconds(patience));
    }

    /** What is told there to those, too, who may see no nodes, is drawn for them. */
    private SnapshotAwaiter.RequiredSource need() {
        return WITHOUT_NODES.contains(screen) || selected.contains("/") ? SnapshotAwaiter.RequiredSource.PODS
                : SnapshotAwaiter.RequiredSource.NODES;
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }

    private ScreenDrawing window(ClusterDesk desk, MosaicLens through) {
        var shell = new WindowShell(desk, desk.accelerators(), projector, Clock.system(ZoneId.systemDefault()),
                () -> {});
        if (screen == ScreenDestination.FLEET) {
            shell.look(through);
        } else {
            shell.go(screen);
        }
        if (!selected.isEmpty()) {
            shell.inspect(meant());
            Optional.ofNullable(page).ifPresent(each -> shell.turnTo(each.title));
        }
        return new ScreenDrawing(shell.node(), () -> WindowPicture.populated(shell));
    }

    /** What is drawn, and whether all of it is there. */
    record ScreenDrawing(Parent content, BooleanSupplier there) {}

    /** What a page asks by itself is awaited: it begins only when the page is laid out. */
    private void take(Scene scene, ScreenDrawing drawing, CompletableFuture<Image> drawn) {
        WindowPicture.of(scene);
        WindowPicture.of(scene);
        boolean asks = page == InspectorPageName.WHY || ASKING.contains(screen);
        if (!asks || drawing.there().getAsBoolean()) {
            drawn.complete(WindowPicture.of(scene));
        } else {
            WindowPicture.when(drawing.there(), () -> take(scene, drawing, drawn));
        }
    }

    /**
     * Waits for as many turns of the FX thread as a machine without other work takes in the time given: one that is busy with
     * something else takes longer for each of them, and for the picture.
     */
    private Image awaited(CompletableFuture<Image> drawn)
            throws InterruptedException, ExecutionException, TimeoutException {
        for (long turn = 0; turn < Duration.ofSeconds(patience).dividedBy(TURN); turn++) {
            try {
                return drawn.get(TURN.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                var turned = new CompletableFuture<Boolean>();
                FxRelay.show(() -> turned.complete(true));
                turned.get(Math.max(1, patience), TimeUnit.SECONDS);
            }
        }
        return drawn.get(0, TimeUnit.SECONDS);
    }

    private Image draw(Supplier<ScreenDrawing> content, int width, int height) throws Failure {
        var drawn = new CompletableFuture<Image>();
        Platform.startup(() -> {
            ColorTheme.loadFonts();
            var drawing = content.get();
            var scene = new Scene(drawing.content(), width, height);
            theme.dress(scene);
            WindowPicture.when(drawing.there(), () -> {
                // Nothing lays out a scene that is in no window: a picture does, and the next shows what followed from it.
                WindowPicture.of(scene);
                FxRelay.show(() -> take(scene, drawing, drawn));
            });
        });
        try {
            return awaited(drawn);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The picture was given up"), e);
        } catch (ExecutionException | TimeoutException e) {
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The picture was not drawn in time"), e);
        } finally {
            projector.shutdownNow();
            Platform.exit();
        }
    }
}
