package tessera.cluster.credential;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CredentialTextRedactorTest {

    @ParameterizedTest
    @ValueSource(strings = {"AWS_SECRET_ACCESS_KEY=HUSH/K7MD", "access_key: HUSH", "AccessKeyId=HUSH", "cookie=HUSH",
        "Set-Cookie: a=HUSH; b=HUSH", "client-secret: 'HUSH HUSH'", "password:   HUSH", "PRIVATE_KEY=HUSH",
        "{\\\"password\\\":\\\"HUSH\\\"}", "\"secret_key\" : \"HUSH, HUSH\"", "session_id=HUSH",
        "key HUSHrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "got 9j/HUSH4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcG+x==",
        "at https://me:HUSH@host/path", "X-Auth-Token: HUSH", "said: token=HUSH", "password=\"HUSH HUSH",
        "%22eyJhbGciOi.HUSH.HUSH", "device_code: HUSHHUSH"})
    void whatLooksLikeASecretIsHidden(String said) {
        assertThat(CredentialTextRedactor.lastLines("before " + said)).doesNotContain("HUSH").startsWith("before ")
                .contains("(hidden)");
    }

    @Test
    void theNameOfASecretIsNone() {
        for (var said : List.of(
                "spec.volumes[0].secret.secretName: Invalid value: \"Reg_cred\": a lowercase RFC 1123 name",
                "imagePullSecrets: [regcred]")) {
            assertThat(CredentialTextRedactor.redactNamed(said)).isEqualTo(said);
        }
    }

    @Test
    void pathsAndAddressesStayReadable() {
        var said = """
                no such file /usr/local/share/google-cloud-sdk/lib/python3/Tools/GKE/auth/plugin
                at https://sts.eu-west-1.amazonaws.com/V1/Cluster/regional/endpoint/9/of/the/Service
                ExpiredToken: the security token included in the request is expired""";
        assertThat(CredentialTextRedactor.lastLines(said)).contains(said.lines().limit(2).toList());
    }
}
