package tessera.app;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.Program.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** Who works in a shell runs commands in containers, copies files and reaches ports, and scripts learn how it ended. */
@Timeout(300)
class PodCommandsTest extends ServedCluster {

    private KubernetesClient colleague;
    private String pod;

    @BeforeAll
    void meet() {
        colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig())).build();
        pod = "serving/" + colleague.pods().inNamespace("serving").list().getItems().stream().map(Pod::getMetadata)
                .map(metadata -> metadata.getName())
                .filter(name -> name.startsWith("llm-serve-") && !name.contains("rocm")).findFirst().orElseThrow();
    }

    @AfterAll
    void part() {
        colleague.close();
    }

    private Outcome exec(String... words) throws Exception {
        return run(Stream.concat(Stream.of("exec", pod, "--kubeconfig", kubeconfig), Stream.of(words))
                .toArray(String[]::new));
    }

    @Test
    void aCommandSpeaksThroughAndItsExitCodeIsThatOfTheProgram() throws Exception {
        var outcome = new Program(home).runApart("exec", pod, "--kubeconfig", kubeconfig, "--", "sh", "-c",
                "echo grün; cat /missing; exit 7");
        assertThat(outcome.out()).isEqualTo("grün\n");
        assertThat(outcome.err()).contains("/missing: No such file or directory");
        assertThat(outcome.code()).isEqualTo(7);
    }

    @Test
    void whatHoldsAPodBackIsNamed() throws Exception {
        colleague.pods().inNamespace("speech").resource(gated("mine", "example.com/data", "example.com/budget"))
                .create();
        colleague.pods().inNamespace("speech").resource(new PodBuilder(gated("both", "example.com/data")).editMetadata()
                .addToLabels("kueue.x-k8s.io/queue-name", "speech").endMetadata().build()).create();

        assertThat(there("pods", "--pending").out()).contains(
                "Waiting for Kueue: not yet admitted by LocalQueue speech/speech",
                "Blocked by scheduling gates example.com/data and example.com/budget until a queue or "
                        + "controller removes them",
                "Blocked by scheduling gates example.com/data and kueue.x-k8s.io/admission until a queue or");
    }

    private static Pod gated(String name, String... gates) {
        return new PodBuilder().withNewMetadata().withName(name).endMetadata().withNewSpec()
                .withSchedulingGates(Stream.of(gates).map(PodSchedulingGate::new).toList()).addNewContainer()
                .withName("main").withImage("registry.example/train:1").withNewResources()
                .addToLimits("nvidia.com/gpu", new Quantity("1")).endResources().endContainer().endSpec().build();
    }

    @Test
    void whatCannotBeRunIsSaid() throws Exception {
        assertThat(exec("--", "emacs")).satisfies(outcome -> {
            assertThat(outcome.code()).isEqualTo(1);
            assertThat(outcome.err()).contains("executable file not found");
        });
        assertThat(exec("-c", "sidecar", "--", "ls").err())
                .contains("The pod has no container “sidecar”. Its containers: server.");
        assertThat(exec("--read-only", "--", "ls").err()).contains("Read-only mode blocks commands in containers");
        assertThat(exec().code()).isEqualTo(2);
    }

    @Test
    void filesGoBothWaysAndOnesThatAreThereAreNotReplacedUnasked() throws Exception {
        var file = Files.writeString(home.resolve("notes.txt"), "grün\n");
        assertThat(there("cp", file.toString(), pod + ":/tmp")).satisfies(outcome -> {
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.out()).isEqualTo("Copied " + file + " to " + pod + ":/tmp: 1 file, 6 bytes\n");
        });
        var back = home.resolve("back.txt");
        assertThat(there("cp", pod + ":/tmp/notes.txt", back.toString()).code()).isZero();
        assertThat(back).hasContent("grün\n");

        Files.writeString(back, "mine");
        assertThat(there("cp", pod + ":/tmp/notes.txt", back.toString())).satisfies(outcome -> {
            assertThat(outcome.code()).isEqualTo(1);
            assertThat(outcome.err()).contains("back.txt already exists. Add --existing replace");
        });
        assertThat(there("cp", "--existing", "skip", pod + ":/tmp/notes.txt", back.toString()).code()).isZero();
        assertThat(back).hasContent("mine");
        assertThat(there("cp", "--existing", "replace", pod + ":/tmp/notes.txt", back.toString()).code()).isZero();
        assertThat(back).hasContent("grün\n");
    }

    @Test
    void aCopyThatMakesNoSenseOrCannotBeIsSaid() throws Exception {
        assertThat(there("cp", "a", "b")).satisfies(outcome -> {
            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err()).contains("must be in a container");
        });
        assertThat(there("cp", pod + ":/nothing", home.toString())).satisfies(outcome -> {
            assertThat(outcome.code()).isEqualTo(1);
            assertThat(outcome.err()).contains("Cannot stat: No such file or directory");
        });
        assertThat(run("journal", "-o", "csv").out().lines()).as("it is noted with its end")
                .anyMatch(line -> line.contains("failed") && line.contains("Copy " + pod + ":/nothing to " + home));
    }

    @Test
    void aPortIsReachedUntilTheProgramIsEnded() throws Exception {
        var out = Files.createTempFile(home, "out", "");
        var err = Files.createTempFile(home, "err", "");
        var forwarding = new Program(home).start(out, err, "port-forward", pod, ":8000", "--kubeconfig", kubeconfig);
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> Files.readString(out).contains("-> 8000\n"));
            var address = Files.readString(out).replaceAll("(?s)Forwarding from (\\S+) -> 8000\n", "$1");
            try (var client = HttpClient.newHttpClient()) {
                assertThat(client.send(HttpRequest.newBuilder(URI.create("http://" + address + "/version")).build(),
                        BodyHandlers.ofString()).body()).contains("0.11.0");
            }
        } finally {
            forwarding.destroy();
        }
        assertThat(forwarding.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(err)).as("it goes without a word").isEmpty();
        assertThat(there("port-forward", pod, "http").err()).contains("“http” is not a port, for example 8000");
        assertThat(there("port-forward", pod, ":8000", "--read-only").err())
                .contains("Read-only mode blocks port forwarding");
    }
}
