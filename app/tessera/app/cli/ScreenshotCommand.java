package tessera.app.cli;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
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
import java.util.stream.Collectors;
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
import tessera.app.window.WindowScreenshotTaker;
import tessera.app.wiring.ClusterSelectionService;
import tessera.gpu.PodOwnerFinder;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.reading.FleetReadings;
import tessera.plan.intent.WorkloadKind;
import tessera.text.MessageCatalog;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.kit.ColorTheme;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;
import tessera.ui.wall.WallDimmingHours;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;
import tessera.ui.wall.WallPageKind;

/** Draws a screen off-screen and saves the picture; needs no display. */
@Command(name = "snapshot", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class ScreenshotCommand implements Callable<Integer>, CommandDeadline.UnlimitedDurationCommand {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ScreenshotCommand.class);

    private static final Set<ScreenDestination> ASKING = Set.of(ScreenDestination.METRICS, ScreenDestination.SHARING,
            ScreenDestination.OPERATOR);
    private static final Set<ScreenDestination> WITHOUT_NODES = Set.of(ScreenDestination.PODS, ScreenDestination.QUOTAS,
            ScreenDestination.DOCTOR);
    private static final Pattern SIZE = Pattern.compile("(\\d{2,5})x(\\d{2,5})");
    private static final Pattern DEVICE = Pattern.compile(":(?<gpu>\\d{1,4})(?::(?<instance>\\d{1,4}))?$");
    private static final String GPU = "GPU";
    private static final int LARGEST = 16_384;
    /** A picture does not wait longer for a Prometheus that may not be there. */
    private static final Duration SEARCH = Duration.ofSeconds(5);

    private static final Duration TURN = Duration.ofMillis(100);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Option(names = "--screen", paramLabel = "SCREEN", descriptionKey = "screenshot.screen")
    private ScreenDestination screen = ScreenDestination.FLEET;

    @Option(names = "--wall", paramLabel = "PAGE", descriptionKey = "screenshot.wall")
    private @Nullable String wall;

    @Option(names = "--lens", paramLabel = "LENS", descriptionKey = "screenshot.lens")
    private String lens = "allocation";

    @Option(names = "--select", paramLabel = "OBJECT", descriptionKey = "screenshot.select")
    private String selected = "";

    @Option(names = "--tab", paramLabel = "PAGE", descriptionKey = "screenshot.tab")
    private @Nullable InspectorPageName page;

    @Option(names = "--size", paramLabel = "WxH", descriptionKey = "screenshot.size")
    private String size = "1440x900";

    @Option(names = "--theme", paramLabel = "THEME", descriptionKey = "screenshot.theme")
    private ColorTheme theme = ColorTheme.DARK;

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "screenshot.timeout")
    private int timeout = 60;

    @Parameters(paramLabel = "OUT.png", arity = "0..1", descriptionKey = "screenshot.outpng")
    private Path file = Path.of("tessera.png");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final ExecutorService projector = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory());

    @Override
    public Integer call() throws ProblemException {
        var dimensions = SIZE.matcher(size);
        if (!dimensions.matches()
                || Math.max(parseNumber(dimensions.group(1)), parseNumber(dimensions.group(2))) > LARGEST) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("snapshot.size", size));
        }
        var through = HeatmapColorMode.findByPrefix(lens)
                .orElseThrow(() -> new ParameterException(spec.commandLine(), MESSAGES.text("snapshot.lens", lens)));
        if (selected.isEmpty() && page != null) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("snapshot.tabWithoutObject"));
        }
        var object = selectedObject();
        var wallPageKind = wall == null ? null : WallDisplayCommandLineOptions.parsePage(wall, spec);
        WindowScreenshotTaker.checkWritable(file);
        System.setProperty("glass.platform", "Headless");
        System.setProperty("prism.order", "sw");
        try (var clusterSelection = cluster.openDesk()) {
            // What it draws is a window, which reads exporters and judges alerts whatever it shows.
            clusterSelection.beginMeasuringAndJudging();
            ClusterSnapshotAwaiter.awaitSnapshot(clusterSelection.snapshots(), requiredSource(),
                    Duration.ofSeconds(timeout));
            requireFound(selected.isEmpty() || isFound(clusterSelection, object), object.kind());
            awaitPrometheus(clusterSelection, wallPageKind);
            awaitReadings(clusterSelection);
            requireFound(selected.contains("/") || !DEVICE.matcher(selected).find()
                    || selectedDevice(clusterSelection.deviceReadings().get()).isPresent(), GPU);
            int width = parseNumber(dimensions.group(1));
            int height = parseNumber(dimensions.group(2));
            var image = drawOffScreen(
                    wallPageKind == null ? () -> windowDrawing(clusterSelection, through)
                            : () -> WallDisplayScreenshotRenderer.drawingOf(clusterSelection, wallPageKind),
                    width, height);
            WindowScreenshotTaker.savePng(image, file);
        }
        return 0;
    }

    /** Waits until a Prometheus is found or none is: of a large fleet it tells what is measured. */
    private void awaitPrometheus(ClusterSelectionService clusterSelection, @Nullable WallPageKind wallPageKind)
            throws ProblemException {
        if (screen == ScreenDestination.ALERTS || screen == ScreenDestination.METRICS
                || wallPageKind == WallPageKind.TRENDS) {
            MeasuredFleetSnapshot.awaitCondition(clusterSelection.prometheusStatus(), () -> !(clusterSelection
                    .prometheusStatus().get() instanceof PrometheusDiscoveryStatus.PrometheusSearching), SEARCH);
        }
    }

    /** Waits for the readings that the picture shows. */
    private void awaitReadings(ClusterSelectionService clusterSelection) throws ProblemException {
        if (wall != null || screen == ScreenDestination.FLEET || screen == ScreenDestination.ALERTS
                || !selected.isEmpty()) {
            awaitAlerts(clusterSelection);
        } else if (screen == ScreenDestination.NODES || screen == ScreenDestination.GPUS
                || screen == ScreenDestination.METRICS) {
            MeasuredFleetSnapshot.awaitReadings(clusterSelection, Duration.ofSeconds(timeout));
        }
    }

    private ObjectRef selectedObject() {
        int slash = selected.indexOf('/');
        if (slash < 0) {
            return ObjectRef.node(DEVICE.matcher(selected).replaceFirst(""));
        }
        var namespace = selected.substring(0, slash);
        var name = selected.substring(slash + 1);
        int kind = name.indexOf('/');
        if (kind < 0) {
            return ObjectRef.pod(namespace, name);
        }
        return WorkloadKind.forWord(name.substring(0, kind))
                .map(workload -> workload.objectRef(namespace, name.substring(kind + 1)))
                .orElseThrow(() -> new ParameterException(spec.commandLine(),
                        MESSAGES.text("workload.malformed", name, Arrays.stream(WorkloadKind.values())
                                .map(WorkloadKind::commandWord).collect(Collectors.joining(", ")))));
    }

    /** Returns the GPU or MIG instance that is selected by its index; empty for a whole node. */
    private Optional<DeviceSeriesKey> selectedDevice(FleetReadings readings) {
        var device = DEVICE.matcher(selected);
        var node = selectedObject().name();
        var nodeReadings = readings.readingsOf(node);
        if (!device.find() || nodeReadings == null) {
            return Optional.empty();
        }
        var instance = device.group("instance");
        return nodeReadings.devices().stream().filter(each -> each.index() == parseNumber(device.group("gpu")))
                .filter(each -> instance == null || each.findInstance(parseNumber(instance)).isPresent())
                .map(each -> DeviceSeriesKey.of(node, each))
                .map(key -> instance == null ? key : key.ofInstance(parseNumber(instance))).findFirst();
    }

    private void requireFound(boolean found, String kind) throws ProblemException {
        if (!found) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("snapshot.notFound", kind, selected)));
        }
    }

    private static boolean isFound(ClusterSelectionService clusterSelection, ObjectRef object) throws ProblemException {
        var clusterSnapshot = clusterSelection.snapshots().get();
        if (object.kind().equals("Node")) {
            return clusterSnapshot.findNode(object.name()).isPresent();
        }
        if (object.kind().equals("Pod")) {
            return clusterSnapshot.findPod(object.namespace(), object.name()).isPresent();
        }
        try {
            return clusterSnapshot.pods().anyMatch(pod -> PodOwnerFinder.isMaker(object, pod))
                    || clusterSelection.clusterServices().objectSource().find(object).isPresent();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    /** Waits until all exporters were read and the alert rules evaluated. */
    private void awaitAlerts(ClusterSelectionService clusterSelection) throws ProblemException {
        MeasuredFleetSnapshot.awaitReadings(clusterSelection, Duration.ofSeconds(timeout));
        var heard = clusterSelection.deviceReadings().get().at();
        MeasuredFleetSnapshot.awaitCondition(clusterSelection.alertsState(),
                () -> clusterSelection.alertsState().get().evaluatedAt().isAfter(heard), Duration.ofSeconds(timeout));
    }

    /** Returns the objects that the screen needs; some are drawn for users who may not see nodes. */
    private ClusterSnapshotAwaiter.RequiredSnapshotCollection requiredSource() {
        if (WITHOUT_NODES.contains(screen) || selected.contains("/")) {
            return ClusterSnapshotAwaiter.RequiredSnapshotCollection.PODS;
        }
        return ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES;
    }

    private static int parseNumber(String digits) {
        return Integer.parseInt(digits);
    }

    private CapturableScreenContent windowDrawing(ClusterSelectionService clusterSelection, HeatmapColorMode through) {
        var rootPane = new WindowRootPane(clusterSelection, clusterSelection.accelerators(), projector,
                Clock.system(ZoneId.systemDefault()), () -> {});
        if (screen == ScreenDestination.FLEET) {
            rootPane.showFleet(through);
        } else {
            rootPane.goTo(screen);
        }
        if (!selected.isEmpty()) {
            rootPane.inspect(selectedObject(), selectedDevice(clusterSelection.deviceReadings().get()));
            Optional.ofNullable(page).ifPresent(rootPane::showInspectorPage);
        }
        return new CapturableScreenContent(rootPane.node(), () -> WindowScreenshotTaker.isPopulated(rootPane));
    }

    /** The content of a drawing, and whether it is complete. */
    record CapturableScreenContent(Parent content, BooleanSupplier complete) {}

    /** Takes the picture; waits for queries that a page begins only once it is laid out. */
    private void takePicture(Scene scene, CapturableScreenContent drawing, CompletableFuture<Image> drawn) {
        WindowScreenshotTaker.pictureOf(scene);
        WindowScreenshotTaker.pictureOf(scene);
        boolean asks = selected.contains("/") || ASKING.contains(screen);
        if (!asks || drawing.complete().getAsBoolean()) {
            drawn.complete(WindowScreenshotTaker.pictureOf(scene));
        } else {
            WindowScreenshotTaker.whenSettled(drawing.complete(), () -> takePicture(scene, drawing, drawn));
        }
    }

    /**
     * Waits for as many turns of the FX thread as fit the timeout on an idle machine; a busy machine gets longer.
     */
    private Image awaitPicture(CompletableFuture<Image> drawn)
            throws InterruptedException, ExecutionException, TimeoutException {
        for (long turn = 0; turn < Duration.ofSeconds(timeout).dividedBy(TURN); turn++) {
            try {
                return drawn.get(TURN.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                var turned = new CompletableFuture<Boolean>();
                JavaFxThreadRelay.runOnFxThread(() -> turned.complete(true));
                turned.get(Math.max(1, timeout), TimeUnit.SECONDS);
            }
        }
        return drawn.get(0, TimeUnit.SECONDS);
    }

    private Image drawOffScreen(Supplier<CapturableScreenContent> content, int width, int height)
            throws ProblemException {
        var drawn = new CompletableFuture<Image>();
        Platform.startup(() -> {
            ColorTheme.loadFonts();
            var drawing = content.get();
            var scene = new Scene(drawing.content(), width, height);
            theme.applyTo(scene);
            WindowScreenshotTaker.whenSettled(drawing.complete(), () -> {
                // Nothing lays out a scene that is in no window: a picture does, and the next shows what followed from it.
                WindowScreenshotTaker.pictureOf(scene);
                JavaFxThreadRelay.runOnFxThread(() -> takePicture(scene, drawing, drawn));
            });
        });
        try {
            return awaitPicture(drawn);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted")), e);
        } catch (ExecutionException | TimeoutException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.TIMEOUT, MESSAGES.reason("snapshot.timeoutDrawing")), e);
        } finally {
            projector.shutdownNow();
            Platform.exit();
        }
    }

    /** A page of a wall as a drawing. */
    private static final class WallDisplayScreenshotRenderer {

        private WallDisplayScreenshotRenderer() {}

        /** Returns a drawing that stays at its page. FX thread. */
        static ScreenshotCommand.CapturableScreenContent drawingOf(ClusterSelectionService clusterSelection,
                WallPageKind page) {
            var pages = List.of(WallPageKind.values());
            var display = new WallDisplay(List.of(clusterSelection),
                    new WallDisplayOptions(pages, Duration.ofDays(1), WallDimmingHours.NEVER,
                            clusterSelection.accelerators(), Clock.system(ZoneId.systemDefault())),
                    Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory()));
            display.turnTo(pages.indexOf(page));
            return new ScreenshotCommand.CapturableScreenContent(display.node(), display::isSettled);
        }
    }
}
