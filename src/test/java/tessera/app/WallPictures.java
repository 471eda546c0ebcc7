package tessera.app;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javafx.embed.swing.SwingFXUtils;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javax.imageio.ImageIO;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.wall.WallDimmingHours;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;
import tessera.ui.wall.WallPageKind;

/** Draws a wall of a simulated cluster in which time stands. */
final class WallPictures implements AutoCloseable {

    /** A Monday, in the middle of the demo's day. */
    private static final Instant MOMENT = Instant.parse("2026-11-16T14:02:31Z");

    private final Clock clock = standing();
    private final ExecutorService projector = Executors.newSingleThreadExecutor();
    private final SimulatedCluster cluster;
    private final ClusterSelectionService clusterSelection;
    private final WallDisplay display;

    /** It stands, but for so little that nothing is told of it: signs of life differ from one another. */
    private static Clock standing() {
        var looks = new AtomicLong();
        InstantSource source = () -> MOMENT.plus(looks.getAndIncrement() % 900_000, ChronoUnit.MICROS);
        return source.withZone(ZoneOffset.UTC);
    }

    WallPictures(Path home, int nodes) throws Exception {
        Stage.start();
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withNodes(nodes).withClock(clock)
                .withActivity(false).withMetricsServer(true).withClaims(true));
        awaitRest();
        var folder = Files.createDirectories(home.resolve("wall-pictures"));
        var file = Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        var startupOptions = new StartupOptions("", false, nodes, 1, List.of(), Optional.empty()).forWall("");
        clusterSelection = ClusterSelectionService.start(new ProcessEnvironment(Map.of(), folder, folder, file),
                ApplicationSettingsService.readFrom(folder), startupOptions, clock, Duration.ofMinutes(1));
        clusterSelection.openForWall();
        var options = new WallDisplayOptions(List.of(WallPageKind.values()), Duration.ofDays(1), WallDimmingHours.NEVER,
                clusterSelection.accelerators(), clock);
        display = Stage.fx(() -> {
            var made = new WallDisplay(List.of(clusterSelection), options, projector);
            new Scene(made.node(), WallDisplay.WIDTH, WallDisplay.HEIGHT);
            return made;
        });
    }

    /**
     * What a pod that is about to end leaves to others depends on who looks first, and what a Prometheus remembers on whether
     * all exporters run that it finds.
     */
    private void awaitRest() throws Exception {
        try (var client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            var lost = client.nodes().list().getItems().stream()
                    .filter(node -> node.getStatus().getConditions().stream()
                            .anyMatch(each -> each.getType().equals("Ready") && !each.getStatus().equals("True")))
                    .map(node -> node.getMetadata().getName()).toList();
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                    () -> client.pods().inAnyNamespace().list().getItems().stream()
                            .allMatch(pod -> pod.getMetadata().getDeletionTimestamp() == null
                                    || lost.contains(pod.getSpec().getNodeName())));
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> {
                var exporters = client.pods().inAnyNamespace().withLabel("app.kubernetes.io/name", "dcgm-exporter")
                        .list().getItems();
                return !exporters.isEmpty() && exporters.stream().allMatch(Readiness::isPodReady);
            });
        }
    }

    void turnTo(WallPageKind page) {
        Stage.fx(() -> {
            display.turnTo(List.of(WallPageKind.values()).indexOf(page));
            return true;
        });
    }

    /** The page in sight. */
    BufferedImage draw(ColorTheme theme, int width, int height) {
        return Stage.fx(() -> {
            theme.applyTo(display.node().getScene());
            display.node().resize(width, height);
            for (int look = 0; look < 2; look++) {
                display.node().applyCss();
                display.node().layout();
            }
            var whole = new SnapshotParameters();
            // Without what is drawn beyond the edges, so that these are not seen when it moves.
            whole.setViewport(new Rectangle2D(0, 0, width, height));
            return SwingFXUtils.fromFXImage(display.node().snapshot(whole, null), null);
        });
    }

    static void save(BufferedImage picture, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        ImageIO.write(picture, "png", file.toFile());
    }

    @Override
    public void close() {
        Stage.fx(() -> {
            display.close();
            return true;
        });
        clusterSelection.close();
        cluster.close();
        projector.shutdownNow();
    }
}
