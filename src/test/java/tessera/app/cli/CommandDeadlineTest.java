package tessera.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.app.Program;

import static org.assertj.core.api.Assertions.assertThat;

/** A time limit ends a computation as well, with a sentence and the exit code of what could not be done. */
class CommandDeadlineTest {

    private static final int DOCUMENTS = 40_000;

    @TempDir
    private Path home;

    private String manifests(int documents) throws Exception {
        var text = IntStream.range(0, documents).mapToObj("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: job-%d}
                spec: {template: {spec: {containers: [{name: a, image: b, resources: {limits: {nvidia.com/gpu: 1}}}]}}}
                """::formatted).collect(Collectors.joining("---\n"));
        return Files.writeString(home.resolve("jobs.yaml"), text).toString();
    }

    @Test
    void aComputationWithoutEndIsGivenUpAndTheProgramEnds() throws Exception {
        var outcome = new Program(home).runApart("lint", "--timeout", "1", manifests(DOCUMENTS));

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .isEqualTo("tessera: lint did not finish within 6 s and was stopped. Narrow the request, or increase "
                        + "--timeout\n");
    }

    @Test
    void whatEndsInTimeIsAnsweredAsEver() throws Exception {
        var outcome = new Program(home).run("lint", manifests(1));

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains("jobs.yaml");
    }
}
