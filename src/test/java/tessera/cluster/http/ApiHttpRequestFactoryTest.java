package tessera.cluster.http;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.http.ClusterHttpClient.ApiHttpRequestFactory;
import tessera.cluster.kubeconfig.ProcessEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

class ApiHttpRequestFactoryTest {

    @ParameterizedTest
    @CsvSource({"127.0.0.1:6443, https://127.0.0.1:6443/", "c.example, https://c.example/",
        "https://c.example/x, https://c.example/x"})
    void aServerWithoutASchemeIsReachedByTls(String written, String reached) throws Exception {
        var here = Path.of("").toAbsolutePath();

        var requests = ApiHttpRequestFactory.forContext(Contexts.context(written),
                new ProcessEnvironment(Map.of(), here, here, null));

        assertThat(requests.server().toString()).isEqualTo(reached);
    }
}
