package tessera.demo.api.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What Go clients send as protobuf is the object that they would have sent as JSON. */
class SimulatedProtobufRequestDecoderTest {

    private static byte[] number(int field, int value) {
        return new byte[] {(byte) (field << 3), (byte) value};
    }

    private static byte[] part(int field, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (var bytes : parts) {
            content.writeBytes(bytes);
        }
        var all = new ByteArrayOutputStream();
        all.write(field << 3 | 2);
        all.write(content.size());
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }

    private static byte[] text(int field, String value) {
        return part(field, value.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] envelope(String apiVersion, String kind, byte[]... fields) {
        var all = new ByteArrayOutputStream();
        all.writeBytes(new byte[] {'k', '8', 's', 0});
        all.writeBytes(part(1, text(1, apiVersion), text(2, kind)));
        all.writeBytes(part(2, fields));
        return all.toByteArray();
    }

    @Test
    void aDeploymentOfNoPodsIsNotOneThatDoesNotSayHowMany() throws Exception {
        var none = envelope("apps/v1", "Deployment", part(1, text(1, "web")),
                part(2, number(1, 0), number(5, 0), number(7, 0)));
        assertThat(SimulatedProtobufRequestDecoder.readEnvelope(none)).hasToString("""
                {"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web"},"spec":{"replicas":0}}""");
        var unsaid = envelope("apps/v1", "Deployment", part(2, number(5, 0)));
        assertThat(SimulatedProtobufRequestDecoder.readEnvelope(unsaid).path("spec").isEmpty()).isTrue();
    }

    @Test
    void theSourceOfAVolumeLiesInTheVolume() throws Exception {
        var claim = part(1, text(1, "models"), part(2, part(10, text(1, "models-claim"), number(2, 1))));
        var pod = envelope("v1", "Pod", part(2, claim));
        assertThat(SimulatedProtobufRequestDecoder.readEnvelope(pod).path("spec").path("volumes"))
                .isEqualTo(SimulatedStoreJsonCodec.parseTree("""
                        [{"name": "models", "persistentVolumeClaim": {"claimName": "models-claim", "readOnly": true}}]
                        """.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void whatIsUnknownIsRefusedByItsName() {
        assertThatThrownBy(() -> SimulatedProtobufRequestDecoder
                .readEnvelope(envelope("autoscaling/v2", "HorizontalPodAutoscaler")))
                .isInstanceOf(SimulatedApiException.class)
                .hasMessageContaining("does not read HorizontalPodAutoscaler");
    }
}
