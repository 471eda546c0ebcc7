package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A picture with a node in the inspector. */
class SnapshotOfANodeTest {

    @TempDir
    private Path home;

    @Test
    void aNodeIsDrawnBesideAScreenWithThePageThatIsWanted() throws Exception {
        var outcome = new Program(home).runApart("snapshot", "--demo", "--screen", "nodes", "--select", "h100-08",
                "--tab", "health", "--size", "1200x700", "health.png");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        var plain = new Program(home).runApart("snapshot", "--demo", "--screen", "nodes", "--size", "1200x700",
                "plain.png");
        assertThat(plain.code()).as(plain.err()).isZero();
        var beside = ImageIO.read(home.resolve("health.png").toFile());
        var without = ImageIO.read(home.resolve("plain.png").toFile());
        assertThat(beside.getWidth()).isEqualTo(1200);
        // The inspector has a ground of its own, where the table was.
        assertThat(beside.getRGB(1180, 600)).isNotEqualTo(without.getRGB(1180, 600));
    }

    @Test
    void aNodeThatThereIsNotIsSaid() throws Exception {
        var outcome = new Program(home).runApart("snapshot", "--demo", "--select", "nowhere", "none.png");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("Node “nowhere” not found");
        assertThat(Files.exists(home.resolve("none.png"))).isFalse();
    }

    @Test
    void aGpuOrWorkloadThatThereIsNotIsSaid() throws Exception {
        assertThat(new Program(home).runApart("snapshot", "--demo", "--select", "h100-08:99", "none.png").err())
                .contains("GPU “h100-08:99” not found");
        assertThat(new Program(home).runApart("snapshot", "--demo", "--select", "ml/deploy/nothing", "none.png").err())
                .contains("Deployment “ml/deploy/nothing” not found");
        assertThat(Files.exists(home.resolve("none.png"))).isFalse();
    }

    @Test
    void aKindThatThereIsNotIsNotUnderstood() throws Exception {
        var outcome = new Program(home).runApart("snapshot", "--demo", "--select", "ml/deplyo/serve", "none.png");

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("“deplyo/serve” is not KIND/NAME");
    }

    @Test
    void aPageWithoutANodeIsNotUnderstood() throws Exception {
        var outcome = new Program(home).runApart("snapshot", "--demo", "--tab", "health", "none.png");

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("--tab requires --select with a node or pod");
    }
}
