package tessera.lint.manifest;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.model.ObjectRef;

import static org.assertj.core.api.Assertions.assertThat;

/** What a server says of a field is found where it is written. */
class ServerMessageFieldLocatorTest {

    private static final String TEXT = """
            apiVersion: v1
            kind: Service
            metadata: {name: web}
            spec:
              ports: [{port: 1}]
            ---
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
            spec:
              containers:
              - name: a
                image: a:1
              - name: b
                resources:
                  limits:
                    nvidia.com/gpu: 1
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Pod "web" is invalid: spec.containers[1].resources.limits[nvidia.com/gpu]: Invalid value: "1" | 18
            Pod "web" is invalid: [spec.containers[1].image: Required value, metadata.name: Invalid value] | 15
            strict decoding error: unknown field "spec.containers[0].image"                               | 14
            .spec.containers[name="b"].resources: field not declared in schema                            | 16
            pods "web.spec.x" is forbidden: spec.nodeName may not be set                                  | 11
            nvidia.com/gpu is not there                                                                   | 0
            """)
    void aFieldIsFoundOrWhatItWouldBeIn(String text, int line) {
        assertThat(ServerMessageFieldLocator.findLine(TEXT, ObjectRef.pod("default", "web"), text).orElse(0))
                .isEqualTo(line);
    }
}
