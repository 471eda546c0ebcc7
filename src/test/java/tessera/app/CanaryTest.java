package tessera.app;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.app.Program.Outcome;
import tessera.cluster.fixture.TestCertificates;
import tessera.cluster.fixture.TestCertificates.Period;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;

import static org.assertj.core.api.Assertions.assertThat;

/** What must stay secret comes out nowhere: not where the program answers, and in none of the files that it leaves behind. */
@Timeout(240)
class CanaryTest extends ServedCluster {

    private static final String PASSWORD = "canary-0f-a-secret-9d21";
    private static final String ENCODED = Base64.getEncoder().encodeToString(PASSWORD.getBytes(StandardCharsets.UTF_8));
    private static final String KEY = "canaryOfAClientKey";

    /** Made anew for every run, as a key that is kept anywhere is no secret. */
    private final TestCertificates.Issued certificate;
    private String token = "";

    CanaryTest() throws Exception {
        certificate = new TestCertificates("Test CA").issue("me", List.of(), Period.NOW);
    }

    @BeforeAll
    void plant() throws Exception {
        token = kubeconfig("admin").replaceAll("(?s).*token: (\\S+).*", "$1");
        var secret = new SecretBuilder().withNewMetadata().withName("canary").withNamespace("default").endMetadata()
                .addToData("password", ENCODED).build();
        try (var client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            client.resource(secret).create();
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private String kubeconfig(String user) {
        return cluster.kubeconfig(user);
    }

    private Outcome said(String text) throws Exception {
        var command = new ArrayList<>(List.of("--log-level", "debug"));
        command.addAll(List.of(text.split(" ", -1)));
        var outcome = there(command.toArray(String[]::new));
        clean(text, outcome.out() + outcome.err());
        return outcome;
    }

    private void clean(String where, String text) {
        assertThat(text).as(where).doesNotContain(token).doesNotContain(PASSWORD).doesNotContain(ENCODED)
                .doesNotContain(KEY).doesNotContain(encoded(certificate.keyPem()))
                .doesNotContain(certificate.keyPem().lines().skip(1).findFirst().orElseThrow());
    }

    /** All that the program wrote, the kubeconfigs apart, which were there before. */
    private void leftClean() throws IOException {
        var left = new ArrayList<Path>();
        try (var files = Files.walk(home)) {
            files.filter(Files::isRegularFile).filter(file -> !file.toString().endsWith(".kubeconfig"))
                    .forEach(left::add);
        }
        assertThat(left).as("what was written at all").isNotEmpty();
        for (var file : left) {
            clean(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void whatIsPrintedNotedAndJournaledHoldsNoSecret() throws Exception {
        for (var text : List.of("fleet -o json", "pods -o csv", "gpus -o json", "quotas -o json")) {
            assertThat(said(text).out()).as(text).isNotEmpty();
        }
        assertThat(said("plan cordon t4-01 --apply --yes").code()).isZero();
        var journal = run("journal", "-o", "json");
        assertThat(journal.out()).contains("t4-01");
        clean("journal", journal.out());
        said("plan label t4-01 of=mine -o json");
        leftClean();
    }

    @Test
    void tablesForOtherProgramsAndFilesThatAreAskedForHoldNoSecret() throws Exception {
        for (var text : List.of("fleet -o csv", "pods -o csv", "gpus -o csv", "quotas -o csv", "alerts -o csv",
                "alerts --export prometheusrule", "doctor -o json", "stack -o json")) {
            var outcome = said(text);
            assertThat(outcome.out()).as(text + outcome.err()).isNotEmpty();
        }
        clean("journal -o csv", run("journal", "-o", "csv").out());
        var account = home.resolve("wall.yaml");
        assertThat(said("plan wall-account --namespace monitoring --apply --yes --kubeconfig-out " + account).code())
                .isZero();
        assertThat(Files.readString(account)).contains("token: ").as("the login by which it was made")
                .doesNotContain(token);
        var picture = home.resolve("fleet.png");
        assertThat(new Program(home).runApart("snapshot", "--kubeconfig", kubeconfig, picture.toString()).code())
                .isZero();
        assertThat(picture).isNotEmptyFile();
        leftClean();
    }

    @Test
    void whoeverEchoesWhatItWasAskedWithIsNotQuoted() throws Exception {
        for (var body : List.of("no such user: Authorization: Bearer " + token, "token " + token + " is not known",
                "{\"kind\":\"Status\",\"message\":\"bad credential " + token + "\",\"code\":403}",
                "upstream said password=" + PASSWORD)) {
            for (int status : new int[] {401, 403, 500, 503}) {
                SimulatedHttpServerFaults.of(cluster).addFault(".*", SimulatedHttpServerFault.ofAnswer(status,
                        body.startsWith("{") ? "application/json" : "text/plain", body));
                try {
                    said("plan cordon t4-02 --apply --yes");
                    said("fleet");
                } finally {
                    SimulatedHttpServerFaults.of(cluster).clear();
                }
            }
        }
        leftClean();
    }

    @Test
    void aKubeconfigThatCannotBeReadIsNotQuoted() throws Exception {
        var broken = List.of("users: [{name: me, user: {token: " + token + ", client-key-data: " + KEY + "}",
                kubeconfig("admin").replace("token: ", "client-key-data: " + KEY + "\n    token: "),
                kubeconfig("admin").replace("token: " + token, "token: [" + token + "]"),
                kubeconfig("admin").replace("token: " + token, "tokenFile: /nowhere\n    password: " + PASSWORD));
        int number = 0;
        for (var text : broken) {
            var file = Files.writeString(home.resolve("broken-" + number++ + ".kubeconfig"), text);
            said("fleet --kubeconfig " + file);
        }
        leftClean();
    }

    @Test
    void theKeyOfAClientCertificateIsQuotedNowhere() throws Exception {
        var key = encoded(certificate.keyPem());
        var file = Files.writeString(home.resolve("certificate.kubeconfig"),
                kubeconfig("admin").replace("token: ",
                        "client-certificate-data: %s%n    client-key-data: %s%n    token: "
                                .formatted(encoded(certificate.certificatePem()), key)));
        assertThat(said("fleet -o json --kubeconfig " + file).out()).isNotEmpty();
        SimulatedHttpServerFaults.of(cluster).addFault(".*", SimulatedHttpServerFault.ofAnswer(403, "text/plain",
                "not accepted: client-key-data: %s%n%s".formatted(key, certificate.keyPem())));
        try {
            assertThat(said("fleet --kubeconfig " + file).code()).isNotZero();
        } finally {
            SimulatedHttpServerFaults.of(cluster).clear();
        }
        Files.writeString(file, Files.readString(file).replace("client-key-data: " + key,
                "client-key-data: " + key.substring(0, key.length() - 8)));
        assertThat(said("fleet --kubeconfig " + file).code()).isNotZero();
        leftClean();
    }

    @Test
    void aCredentialProgramThatFailsIsQuotedWithoutWhatItLetSlip() throws Exception {
        var plugin = Files.writeString(home.resolve("plugin.kubeconfig"), """
                #!/bin/sh
                echo "renewed to %s with password=%s" >&2
                exit 3
                """.formatted("Bearer " + token, PASSWORD));
        assertThat(plugin.toFile().setExecutable(true)).isTrue();
        var file = Files.writeString(home.resolve("exec.kubeconfig"), kubeconfig("admin").replaceAll("token: .*", """
                exec:
                      apiVersion: client.authentication.k8s.io/v1
                      interactiveMode: Never
                      command: %s""".formatted(plugin)));

        assertThat(said("fleet --kubeconfig " + file + " --allow-exec-plugin=" + plugin).err())
                .contains("failed with exit code 3", "renewed to ");
        leftClean();
    }
}
