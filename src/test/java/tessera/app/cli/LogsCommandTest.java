package tessera.app.cli;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.Program;
import tessera.app.Program.Outcome;
import tessera.app.ServedCluster;
import tessera.app.platform.StdoutTerminalDetector;
import tessera.demo.SimulatedCluster.SimulationOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Who reads a log in a shell gets its lines on standard output, and everything else on standard error. */
@Timeout(180)
class LogsCommandTest extends ServedCluster {

    private KubernetesClient colleague;

    @Override
    public SimulationOptions options() {
        return super.options().withSpeed(10);
    }

    @BeforeAll
    void meet() {
        colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig())).build();
    }

    @AfterAll
    void part() {
        colleague.close();
    }

    private String pod(String namespace, Predicate<Pod> such) {
        return colleague.pods().inNamespace(namespace).list().getItems().stream().filter(such)
                .map(pod -> pod.getMetadata().getName()).findFirst().orElseThrow();
    }

    private static Predicate<Pod> called(String start) {
        return pod -> pod.getMetadata().getName().startsWith(start);
    }

    private String[] command(String... words) {
        var command = new ArrayList<>(List.of("logs"));
        command.addAll(List.of(words));
        command.addAll(List.of("--kubeconfig", kubeconfig));
        return command.toArray(String[]::new);
    }

    private Outcome logs(String... words) throws Exception {
        return run(command(words));
    }

    @Test
    void theLastLinesComeWithTheirMomentAndOnlyThoseThatHaveWhatIsSought() throws Exception {
        var name = pod("serving", called("llm-serve-"));
        var outcome = logs("serving/" + name, "--tail", "200", "--timestamps", "--grep", "INFO.*[0-9]");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        var lines = outcome.out().lines().toList();
        assertThat(lines).isNotEmpty().isSorted().allMatch(line -> line.matches("\\S+Z .*INFO.*[0-9].*"));
        assertThat(Instant.parse(lines.getLast().substring(0, lines.getLast().indexOf(' '))))
                .isAfter(Instant.now().minus(Duration.ofHours(1)));
    }

    @Test
    void whoFollowsForAWhileOnlyIsDoneThen() throws Exception {
        var name = pod("serving", called("llm-serve-"));
        long lines = 0;
        // A while is long enough once there was time to connect.
        for (int seconds = 1; lines < 3 && seconds <= 64; seconds *= 2) {
            var outcome = logs("serving/" + name, "-f", "--tail", "3", "--timeout", Integer.toString(seconds));
            assertThat(outcome.code()).as(outcome.err()).isZero();
            lines = outcome.out().lines().count();
        }
        assertThat(lines).isGreaterThanOrEqualTo(3);
        assertThat(logs("serving/" + name, "-f", "--timeout", "0").err())
                .contains("--timeout must be 1 or more seconds");
    }

    @Test
    void onlyWhatAFileOrAProgramTakesIsPrintedWithWhatATerminalWouldObey() throws Exception {
        var folder = Files.createDirectories(home.resolve("links"));
        for (var target : List.of("/dev/pts/3", "/dev/tty", home.resolve("file").toString(), "pipe:[4711]",
                "/dev/null")) {
            var link = Files.createSymbolicLink(folder.resolve(Integer.toString(target.hashCode())), Path.of(target));
            assertThat(StdoutTerminalDetector.mayBeTerminal(link)).as(target)
                    .isEqualTo(target.matches("/dev/(pts/3|tty)"));
        }
        assertThat(StdoutTerminalDetector.mayBeTerminal(folder.resolve("unknown"))).isTrue();
    }

    @Test
    void aRunThatFailedIsReadAfterwards() throws Exception {
        var name = pod("speech", called("tts-api-").and(pod -> pod.getStatus().getContainerStatuses().stream()
                .anyMatch(status -> status.getLastState().getTerminated() != null)));
        assertThat(logs("-n", "speech", name, "--previous").out()).contains("Traceback (most recent call last):");
        assertThat(logs("-n", "speech", "pod/" + name, "--previous").out()).as("as kubectl names it")
                .contains("Traceback (most recent call last):");
        assertThat(logs("-n", "vision", "speech/" + name)).satisfies(outcome -> {
            assertThat(outcome.code()).isEqualTo(1);
            assertThat(outcome.err()).contains("is in namespace speech, but --namespace is vision");
        });
        assertThat(logs("a/b/c").err()).contains("“a/b/c” is not NAMESPACE/POD");
    }

    @Test
    void whatCannotBeReadIsSaidInTheServersWords() throws Exception {
        var waiting = pod("vision", called("sdxl-serve-").and(pod -> !pod.getStatus().getPhase().equals("Running")));
        var outcome = logs("vision/" + waiting);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("is waiting to start: trying and failing to pull image");
        assertThat(logs("vision/nobody").err()).contains("pods \"nobody\" not found");
    }

    @Test
    void aFollowedLogGoesOnAndEndsWhenItsPodIsGone() throws Exception {
        var name = pod("serving", called("llm-serve-"));
        var out = Files.createTempFile(home, "followed", "");
        var err = Files.createTempFile(home, "followed", "err");
        var following = new Program(home).start(out, err, command("serving/" + name, "-f", "--tail", "3"));
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> Files.readString(out).lines().count() > 5);
            colleague.pods().inNamespace("serving").withName(name).delete();
            assertThat(following.waitFor(3, TimeUnit.MINUTES)).as(Files.readString(err)).isTrue();
        } finally {
            following.destroy();
        }
        assertThat(following.exitValue()).isZero();
        assertThat(Files.readString(err)).contains("The pod no longer exists");
        var lines = Files.readString(out).lines().toList();
        assertThat(lines).as("none twice").doesNotHaveDuplicates();
    }

    @Test
    void whatMakesNoSenseIsNotTried() throws Exception {
        assertThat(logs("a/b", "--since", "soon").err()).contains("“soon” is not a duration, for example 10m");
        assertThat(logs("a/b", "--grep", "(").err()).contains("“(” is not a valid regular expression");
    }
}
