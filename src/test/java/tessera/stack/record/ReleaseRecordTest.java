package tessera.stack.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.stack.GpuStackHelmRelease.UserSetHelmValue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What Helm notes of a release is read as it is, whatever somebody else may have put there. */
class ReleaseRecordTest {

    private static final String WHOLE = """
            {"name":"gpu-operator","info":{"first_deployed":"2026-01-02T03:04:05.6Z",
             "last_deployed":"2026-09-21T10:00:00.123456789+02:00","deleted":"","description":"Upgrade complete",
             "status":"deployed","notes":"…"},
             "chart":{"metadata":{"name":"gpu-operator","version":"v26.3.3","appVersion":"v26.3.3"},"lock":null,
              "templates":[{"name":"templates/a.yaml","data":"e30="}],"values":{"driver":{"version":"1"}},"files":null},
             "config":{"driver":{"version":"580.126.20"},"toolkit":{"env":[{"name":"A","value":"b"}]},"empty":{}},
             "manifest":"---\\n# nothing","version":7,"namespace":"gpu-operator","hooks":[{"name":"x"}]}""";

    private static String packed(byte[] inner) {
        var encoder = Base64.getEncoder();
        return encoder.encodeToString(encoder.encode(inner));
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static String record(String json) throws IOException {
        return packed(gzip(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aReleaseIsReadWithWhatTheUserSetAndWithoutItsTemplates() throws Exception {
        var release = HelmReleaseRecordDecoder.readFacts(record(WHOLE));
        assertThat(release.name()).isEqualTo("gpu-operator");
        assertThat(release.version()).isEqualTo("v26.3.3");
        assertThat(release.revision()).isEqualTo(7);
        assertThat(release.isDeployed()).isTrue();
        assertThat(release.deployed()).isEqualTo("2026-09-21T08:00:00.123456789Z");
        assertThat(release.userValues()).containsExactly(new UserSetHelmValue("driver.version", "\"580.126.20\""),
                new UserSetHelmValue("toolkit.env", "[{\"name\":\"A\",\"value\":\"b\"}]"),
                new UserSetHelmValue("empty", "{}"));
    }

    @Test
    void anOldRecordThatIsNotPackedIsRead() throws Exception {
        assertThat(HelmReleaseRecordDecoder.readFacts(packed(WHOLE.getBytes(StandardCharsets.UTF_8))).revision())
                .isEqualTo(7);
    }

    @Test
    void valuesThatMayBeSecretAreHiddenAndNamesOfSecretsAreNot() throws Exception {
        var release = HelmReleaseRecordDecoder.readFacts(record("""
                {"name":"r","config":{"registry":{"password":"p1","apiKey":"p2"},"tokens":{"a":"p3"},
                 "driver":{"licensingConfig":{"secretName":"licence"},"imagePullSecrets":["pull"]},
                 "env":[{"name":"NGC_API_KEY","value":"p4"}],"secret":"p5"}}"""));
        assertThat(release.userValues().toString()).doesNotContain("p1", "p2", "p3", "p4", "p5").contains("licence",
                "pull");
    }

    @Test
    void whatIsNoRecordIsToldAndNotFollowed() throws Exception {
        var bomb = gzip(new byte[96 << 20]);
        var deep = "[".repeat(100_000);
        for (var data : new String[] {"", "%%%", packed(new byte[] {1, 2, 3}), packed(new byte[] {0x1f, (byte) 0x8b}),
            packed(bomb), record("[]"), record("{}"), record("{\"name\":\"r\",\"config\":" + deep),
            record(WHOLE.substring(0, 300)),
            record("{\"name\":\"r\",\"chart\":{\"templates\":\"" + "a".repeat(40 << 20) + "\"}}")}) {
            assertThatThrownBy(() -> HelmReleaseRecordDecoder.readFacts(data)).isInstanceOfSatisfying(
                    ProblemException.class, problemException -> assertThat(problemException.problem().kind())
                            .isEqualTo(OperationProblemKind.GARBLED));
        }
    }

    @Test
    void aDamagedRecordNeverEndsInAnythingButAProblem() throws Exception {
        var random = new Random(7);
        var good = gzip(WHOLE.getBytes(StandardCharsets.UTF_8));
        int read = 0;
        for (int round = 0; round < 500; round++) {
            var damaged = good.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                HelmReleaseRecordDecoder.readFacts(packed(damaged));
                read++;
            } catch (ProblemException problemException) {
                assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.GARBLED);
            }
        }
        assertThat(read).isLessThan(500);
    }

    @Test
    void oddlyTypedFieldsAreTakenForNothing() throws Exception {
        var release = HelmReleaseRecordDecoder.readFacts(
                record("{\"name\":\"r\",\"info\":7,\"chart\":[1],\"version\":\"x\",\"config\":null,\"namespace\":{}}"));
        assertThat(release.revision()).isZero();
        assertThat(release.userValues()).isEmpty();
        assertThat(release.status()).isEqualTo("unknown");
    }
}
