package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javafx.application.Platform;
import javafx.collections.ListChangeListener;
import javafx.scene.Scene;
import javafx.scene.control.TableView;
import javafx.scene.image.WritableImage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.window.WindowScreenshotTaker;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.environment.SimulatedClusterVariant;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.settings.SettingsFileEdit;
import tessera.settings.WindowAppearance;
import tessera.ui.AppServices;
import tessera.ui.Stage;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.kit.ColorTheme;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws every screen to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class GalleryTest {

    private static final Path GALLERY = Path.of("target", "gallery");
    private static final List<int[]> SIZES = List.of(new int[] {1440, 900}, new int[] {1920, 1080});
    private static final Clock CLOCK = Clock.system(ZoneId.of("UTC"));

    @TempDir
    private static Path home;
    private static final ExecutorService PROJECTOR = Executors.newSingleThreadExecutor();

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @AfterAll
    static void stop() {
        PROJECTOR.shutdownNow();
    }

    private static ClusterSelectionService desk(SimulatedCluster cluster, String user) throws Exception {
        var folder = Files.createTempDirectory(home, "home");
        return desk(folder, Files.writeString(folder.resolve("config"), cluster.kubeconfig(user)));
    }

    private static ClusterSelectionService desk(Path folder, Path file) throws Exception {
        var clusterSelection = ClusterSelectionService.start(new ProcessEnvironment(Map.of(), folder, folder, file),
                ApplicationSettingsService.readFrom(folder),
                new StartupOptions("", false, 12, 1, List.of(), Optional.empty()), CLOCK, Duration.ofMinutes(1));
        clusterSelection.openFirst();
        return clusterSelection;
    }

    private static void await(AppServices services, Predicate<ClusterSnapshot> condition) {
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> condition.test(services.snapshots().get()));
        } catch (TimeoutException e) {
            throw new AssertionError("never came: " + services.snapshots().get().connection(), e);
        }
    }

    private static void draw(String name, AppServices services, Consumer<WindowRootPane> scene) throws Exception {
        for (var theme : ColorTheme.values()) {
            for (var size : SIZES) {
                var file = "%s-%d-%s.png".formatted(name, size[0], theme.name().toLowerCase(Locale.ROOT));
                var image = picture(services, scene, theme, size);
                assertThat(image.getWidth()).isEqualTo(size[0]);
                Stage.save(image, GALLERY.resolve(file));
            }
        }
    }

    private static WritableImage picture(AppServices services, Consumer<WindowRootPane> prepare, ColorTheme theme,
            int[] size) throws Exception {
        wear(services, theme);
        var rootPane = Stage.fx(() -> {
            var made = new WindowRootPane(services, AcceleratorCatalog.standard(), PROJECTOR, CLOCK, () -> {});
            theme.applyTo(new Scene(made.node(), size[0], size[1]));
            prepare.accept(made);
            return made;
        });
        settle();
        // Nothing lays out a scene that is in no window: a picture does, and the next shows what followed from it.
        Stage.fx(() -> rootPane.node().getScene().snapshot(null));
        settle();
        var image = Stage.fx(() -> rootPane.node().getScene().snapshot(null));
        Stage.fx(() -> {
            rootPane.close();
            return true;
        });
        return image;
    }

    /** Chooses a theme as users do, in the settings. */
    private static void wear(AppServices services, ColorTheme theme) throws TimeoutException {
        var themeChoice = WindowAppearance.ThemeChoice.valueOf(theme.name());
        services.preferences().change(SettingsFileEdit.setTheme(themeChoice));
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                () -> services.preferences().currentSettings().get().settings().appearance().theme() == themeChoice);
    }

    /** Lets the states that were asked for be computed and shown, also those that follow from them. */
    private static void settle() throws Exception {
        for (int i = 0; i < 12; i++) {
            PROJECTOR.submit(() -> {}).get();
            WaitForAsyncUtils.waitForFxEvents();
            WaitForAsyncUtils.sleep(50, TimeUnit.MILLISECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 1000})
    void everyScreenIsDrawn(int nodes) throws Exception {
        try (var cluster = SimulatedCluster
                .start(SimulationOptions.defaultOptions().withNodes(nodes).withActivity(false));
                var clusterSelection = desk(cluster, "admin")) {
            await(clusterSelection, WindowScreenshotTaker::isPopulated);
            var suffix = nodes == 30 ? "" : "-" + nodes;
            for (var screen : ScreenDestination.values()) {
                draw(screen.name().toLowerCase(Locale.ROOT) + suffix, clusterSelection,
                        rootPane -> rootPane.goTo(screen));
            }
            if (nodes == 30) {
                var pod = pending(clusterSelection);
                for (var page : List.of(InspectorPageName.OVERVIEW, InspectorPageName.METRICS, InspectorPageName.HEALTH,
                        InspectorPageName.PODS, InspectorPageName.LABELS, InspectorPageName.EVENTS,
                        InspectorPageName.YAML)) {
                    draw("node-" + page.name().toLowerCase(Locale.ROOT), clusterSelection, rootPane -> {
                        rootPane.inspect(ObjectRef.node("h100-08"));
                        rootPane.showInspectorPage(page);
                    });
                }
                for (var page : List.of(InspectorPageName.OVERVIEW, InspectorPageName.MIG)) {
                    draw("mig-node-" + page.name().toLowerCase(Locale.ROOT), clusterSelection, rootPane -> {
                        rootPane.inspect(ObjectRef.node("h100-06"));
                        rootPane.showInspectorPage(page);
                    });
                }
                draw("pod-overview", clusterSelection, rootPane -> {
                    rootPane.goTo(ScreenDestination.PODS);
                    rootPane.inspect(pod);
                });
                draw("pod-events", clusterSelection, rootPane -> {
                    rootPane.goTo(ScreenDestination.PODS);
                    rootPane.inspect(pod);
                    rootPane.showInspectorPage(InspectorPageName.EVENTS);
                });
            }
        }
    }

    /** What operators of clusters unlike the usual one look at first. */
    @ParameterizedTest
    @EnumSource(SimulatedClusterVariant.class)
    void otherClustersAreDrawn(SimulatedClusterVariant environment) throws Exception {
        try (var cluster = SimulatedCluster.start(
                SimulationOptions.defaultOptions().withActivity(false).withEnvironment(Optional.of(environment)));
                var clusterSelection = desk(cluster, "admin")) {
            await(clusterSelection, WindowScreenshotTaker::isPopulated);
            for (var screen : List.of(ScreenDestination.FLEET, ScreenDestination.NODES, ScreenDestination.GPUS,
                    ScreenDestination.CLAIMS, ScreenDestination.DOCTOR)) {
                draw("%s-%s".formatted(environment.name(), screen.name()).toLowerCase(Locale.ROOT), clusterSelection,
                        rootPane -> rootPane.goTo(screen));
            }
        }
    }

    @Test
    void claimsAreDrawn() throws Exception {
        var folder = Files.createTempDirectory(home, "claims");
        var clusters = Path.of("src/test/resources/clusters");
        var all = Map.of("few", clusters.resolve("claims-astray.yaml"), "mig",
                clusters.resolve("dra-mig-instances.yaml"), "many",
                Files.writeString(folder.resolve("many.yaml"), manyClaims()));
        for (var each : all.entrySet()) {
            try (var cluster = RecordedCluster.serve(List.of(each.getValue()), folder);
                    var clusterSelection = desk(folder, Path.of(cluster.kubeconfig()))) {
                await(clusterSelection,
                        snapshot -> !snapshot.devices().claims().isEmpty() && !snapshot.devices().slices().isEmpty()
                                && !snapshot.nodes().isEmpty() && snapshot.devices().isLoaded());
                draw("claims-" + each.getKey(), clusterSelection, rootPane -> claim(rootPane, 0));
                draw("claims-%s-next".formatted(each.getKey()), clusterSelection, rootPane -> claim(rootPane, 1));
            }
        }
    }

    private static void claim(WindowRootPane rootPane, int row) {
        rootPane.goTo(ScreenDestination.CLAIMS);
        // Rows come later than the screen.
        table(rootPane).getItems().addListener((ListChangeListener<Object>) _ -> Platform
                .runLater(() -> table(rootPane).getSelectionModel().select(row)));
    }

    private static TableView<?> table(WindowRootPane rootPane) {
        return (TableView<?>) rootPane.node().lookup("#claims-table");
    }

    /** Forty nodes of eight GPUs: held whole, shared and leaked, tainted, and a pool that is not complete. */
    private static String manyClaims() {
        var yaml = new StringBuilder("""
                kind: DeviceClass
                metadata: {name: gpu.nvidia.com}
                spec: {selectors: [{cel: {expression: 'device.driver == "gpu.nvidia.com"'}}]}
                """);
        for (int node = 0; node < 40; node++) {
            yaml.append(
                    """
                            ---
                            {kind: Node, metadata: {name: h100-%1$02d}, spec: {}, status: {capacity: {cpu: '64', memory: 512Gi, pods: '110'},
                              allocatable: {cpu: '64', memory: 512Gi, pods: '110'}, conditions: [{type: Ready, status: 'True'}]}}
                            ---
                            kind: ResourceSlice
                            metadata: {name: h100-%1$02d-gpu}
                            spec:
                              driver: gpu.nvidia.com
                              nodeName: h100-%1$02d
                              pool: {name: h100-%1$02d, generation: %2$d, resourceSliceCount: %3$d}
                              devices:
                            """
                            .formatted(node, 1 + node % 5, node == 7 ? 2 : 1));
            for (int gpu = 0; gpu < 8; gpu++) {
                yaml.append("  - {name: gpu-%d, attributes: {type: {string: gpu}, uuid: {string: GPU-%d-%d}}%s}%n"
                        .formatted(gpu, node, gpu,
                                node == 4 && gpu > 5
                                        ? ", taints: [{key: gpu.nvidia.com/xid, value: '79', effect: NoSchedule}]"
                                        : ""));
            }
            for (int gpu = 0; gpu < node % 9; gpu++) {
                yaml.append(
                        """
                                ---
                                kind: ResourceClaim
                                metadata: {name: train-%1$d-%2$d-gpu, namespace: research}
                                spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com}}]}}
                                status:
                                  allocation: {devices: {results: [{request: g, driver: gpu.nvidia.com, pool: h100-%1$02d, device: gpu-%2$d}]}}
                                  reservedFor: [{resource: pods, name: train-%1$d-%2$d, uid: u-%1$d-%2$d}%3$s]
                                """
                                .formatted(node, gpu, gpu == 3 ? ", {resource: pods, name: eval, uid: u-eval}" : ""));
                if (node % 6 != 5 || gpu != 0) {
                    yaml.append(
                            """
                                    ---
                                    {kind: Pod, metadata: {name: train-%1$d-%2$d, namespace: research, uid: u-%1$d-%2$d}, spec: {nodeName: h100-%1$02d,
                                      containers: [{name: main, image: train}]}, status: {phase: Running}}
                                    """
                                    .formatted(node, gpu));
                }
            }
        }
        return yaml
                .append("""
                        ---
                        kind: ResourceClaim
                        metadata: {name: pretrain-0-gpus, namespace: research}
                        spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 8}}]}}
                        status: {}
                        ---
                        kind: ResourceClaim
                        metadata: {name: sdxl-tune-gpu, namespace: speech}
                        spec: {devices: {requests: [{name: g, firstAvailable: [{name: a, deviceClassName: h200.example.com}, {name: b, deviceClassName: gpu.nvidia.com, count: 9}]}]}}
                        status: {}
                        """)
                .toString();
    }

    private static ObjectRef pending(AppServices services) {
        var pod = services.snapshots().get().unbound().getFirst();
        return ObjectRef.pod(pod.namespace(), pod.name());
    }

    @Test
    void statesWithoutDataAreDrawn() throws Exception {
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false))) {
            try (var clusterSelection = desk(cluster, "nobody")) {
                await(clusterSelection,
                        snapshot -> snapshot.nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection
                                || snapshot.connection() instanceof SessionConnectionStatus.RefusedConnection);
                for (var screen : ScreenDestination.values()) {
                    draw("forbidden-" + screen.name().toLowerCase(Locale.ROOT), clusterSelection,
                            rootPane -> rootPane.goTo(screen));
                }
            }
            var late = SimulatedHttpServerFaults.of(cluster).addFault("GET /api/v1/(nodes|pods).*",
                    new SimulatedHttpServerFault.DelayedResponseFault(Duration.ofMinutes(5)));
            try (var clusterSelection = desk(cluster, "admin")) {
                for (var screen : ScreenDestination.values()) {
                    draw("loading-" + screen.name().toLowerCase(Locale.ROOT), clusterSelection,
                            rootPane -> rootPane.goTo(screen));
                }
            } finally {
                late.run();
            }
            try (var clusterSelection = desk(cluster, "admin")) {
                await(clusterSelection, WindowScreenshotTaker::isPopulated);
                SimulatedHttpServerFaults.of(cluster).addFault(".*",
                        new SimulatedHttpServerFault.NonHttpResponseFault("no HTTP"));
                SimulatedHttpServerFaults.of(cluster).dropConnections();
                await(clusterSelection,
                        snapshot -> snapshot.connection() instanceof SessionConnectionStatus.InterruptedConnection
                                || snapshot.connection() instanceof SessionConnectionStatus.StaleConnection);
                draw("lost-fleet", clusterSelection, rootPane -> rootPane.goTo(ScreenDestination.FLEET));
            }
            try (var clusterSelection = desk(cluster, "admin")) {
                await(clusterSelection,
                        snapshot -> snapshot.connection() instanceof SessionConnectionStatus.UnreachableCluster);
                draw("unreachable-fleet", clusterSelection, rootPane -> rootPane.goTo(ScreenDestination.FLEET));
            }
        }
    }
}
