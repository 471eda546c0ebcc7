package tessera.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javafx.scene.Scene;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A day of the simulated cluster in a window, at speed: what the window still holds after a collection at each of its hours. The
 * cluster is another process, so that nothing of it is counted. Every hour another screen is gone to, and another node inspected.
 */
@Tag("bench")
class SoakBench {

    private static final int HOURS = 24;
    /** How many hours of the cluster pass in one. */
    private static final int SPEED = Integer.getInteger("bench.soak", 720);
    private static final int NODES = 30;
    private static final List<ScreenDestination> SCREENS = List.of(ScreenDestination.values());
    private static final double MEGABYTE = 1 << 20;
    private static final int COLLECTIONS = 3;

    @TempDir
    private static Path home;

    private final ExecutorService projector = Executors.newSingleThreadExecutor();
    private final StringBuilder table = new StringBuilder();

    private static double held() throws InterruptedException {
        for (int round = 0; round < COLLECTIONS; round++) {
            System.gc();
            Thread.sleep(100);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE;
    }

    private void print(String row) {
        System.out.println(row);
        table.append(row).append('\n');
    }

    @Test
    void theHeapStaysFlatForADay() throws Exception {
        Stage.start();
        var kubeconfig = home.resolve("demo.yaml");
        var environment = new ProcessEnvironment(Map.of("XDG_DATA_HOME", home.resolve("data").toString()), home, home,
                kubeconfig);
        var cluster = cluster(kubeconfig);
        try (var clusterSelection = ClusterSelectionService.start(environment,
                ApplicationSettingsService.readFrom(home.resolve("settings")),
                new StartupOptions("", false, NODES, SPEED, List.of(), Optional.empty()), Clock.systemUTC(),
                Duration.ofSeconds(5))) {
            clusterSelection.clusterHistory().enableStorage(() -> 200);
            var rootPane = Stage.fx(() -> {
                var made = new WindowRootPane(clusterSelection, clusterSelection.accelerators(), projector,
                        Clock.systemUTC(), () -> {});
                var scene = new Scene(made.node(), 1440, 900);
                ColorTheme.DARK.applyTo(scene);
                var stage = new javafx.stage.Stage();
                stage.setScene(scene);
                stage.show();
                return made;
            });
            clusterSelection.openNamed(_ -> false);
            clusterSelection.beginMeasuringAndJudging();
            var held = day(clusterSelection, rootPane);
            Stage.fx(() -> {
                rootPane.close();
                return true;
            });
            // Until then screens are made.
            assertThat(mean(held, 19, 24)).as("the last six hours against the six before")
                    .isLessThan(mean(held, 13, 18) * 1.1);
        } finally {
            cluster.destroy();
            projector.shutdownNow();
            save();
        }
    }

    private static Process cluster(Path kubeconfig) throws IOException, InterruptedException {
        var command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
                "-classpath", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "tessera.app.Main", "demo", "--kubeconfig-out", kubeconfig.toString(), "--nodes", "" + NODES, "--speed",
                "" + SPEED);
        var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        // It says where it is once the file is written.
        if (process.inputReader().readLine() == null) {
            throw new IOException("the cluster ended without a word: " + process.waitFor());
        }
        return process;
    }

    private static double mean(double[] held, int from, int to) {
        return Arrays.stream(held, from, to + 1).average().orElseThrow();
    }

    private double[] day(ClusterSelectionService clusterSelection, WindowRootPane rootPane)
            throws InterruptedException {
        print("| hour of the cluster, %d × | heap after GC MB | nodes | pods | alerts, past ones | exporters read |"
                .formatted(SPEED));
        print("| ---: | ---: | ---: | ---: | ---: | ---: |");
        var begun = Instant.now();
        var held = new double[HOURS + 1];
        for (int hour = 0; hour <= HOURS; hour++) {
            var due = begun.plusMillis(3_600_000L * hour / SPEED);
            Thread.sleep(Math.max(0, Duration.between(Instant.now(), due).toMillis()));
            look(clusterSelection, rootPane, hour);
            held[hour] = held();
            var alerts = clusterSelection.alertsState().get();
            print(String.format(Locale.ROOT, "| %d | %.1f | %d | %d | %d, %d | %d |", hour, held[hour],
                    clusterSelection.snapshots().get().nodes().size(), pods(clusterSelection.snapshots().get()),
                    alerts.active().size(), alerts.history().size(),
                    clusterSelection.deviceReadings().get().nodes().size()));
        }
        return held;
    }

    private static int pods(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.unbound().size()
                + clusterSnapshot.nodes().stream().mapToInt(node -> node.pods().size()).sum();
    }

    private static void look(ClusterSelectionService clusterSelection, WindowRootPane rootPane, int hour) {
        var nodes = clusterSelection.snapshots().get().nodes();
        Stage.fx(() -> {
            rootPane.goTo(SCREENS.get(hour % SCREENS.size()));
            if (!nodes.isEmpty()) {
                rootPane.inspect(ObjectRef.node(nodes.get(hour % nodes.size()).name()));
            }
            return true;
        });
    }

    private void save() throws IOException {
        var file = Path.of("target/bench/soak.md");
        Files.createDirectories(file.getParent());
        Files.writeString(file, table);
    }
}
