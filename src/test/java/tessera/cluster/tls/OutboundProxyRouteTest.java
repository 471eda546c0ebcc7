package tessera.cluster.tls;

import java.net.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.model.ProblemException;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class OutboundProxyRouteTest {

    private static OutboundProxyRoute route(String server, String configured, Map<String, String> variables)
            throws ProblemException {
        var environment = new ProcessEnvironment(variables, Path.of("/"), Path.of("/"), null);
        return OutboundProxyRoute.forServer(URI.create(server), new SecretText(configured), environment);
    }

    @Test
    void theKubeconfigsProxyWinsOverTheEnvironments() throws Exception {
        var route = route("https://10.0.0.1:6443", "http://me:pass@one:3128", Map.of("HTTPS_PROXY", "http://two:1"));

        assertThat(route.proxyLabel()).isEqualTo("one:3128");
        assertThat(requireNonNull(route.authorization()).reveal()).isEqualTo("Basic bWU6cGFzcw==");
        assertThat(route.toString()).doesNotContain("pass").doesNotContain("bWU6");
    }

    @Test
    void theEnvironmentHasOneProxyForEachScheme() throws Exception {
        var variables = Map.of("https_proxy", "secure:1", "HTTP_PROXY", "http://plain");

        assertThat(route("https://c", "", variables).proxyLabel()).isEqualTo("secure:1");
        assertThat(route("http://c", "", variables).proxyLabel()).isEqualTo("plain:80");
        assertThat(route("https://c", "", Map.of())).isEqualTo(OutboundProxyRoute.STRAIGHT);
        assertThat(route("https://c", "socks5://s", Map.of()).proxy().type()).isEqualTo(Proxy.Type.SOCKS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://c.example.com:6443 | example.com            | true
            https://example.com        | example.com            | true
            https://badexample.com     | example.com            | false
            https://c.example.com      | .example.com           | true
            https://example.com        | .example.com           | false
            https://c.example.com      | *.example.com          | true
            https://c.example.com:6443 | example.com:6443       | true
            https://c.example.com:6443 | example.com:443        | false
            https://c.example.com      | *                      | true
            https://10.1.2.3:6443      | 10.0.0.0/8             | true
            https://11.1.2.3:6443      | 10.0.0.0/8             | false
            https://10.1.2.3:6443      | 'x, 10.1.2.3 ,y'       | true
            https://10.1.2.3:6443      | 10.1.2.3:6443          | true
            https://[fd00::1]:6443     | fd00::/8               | true
            https://[fd00::1]:6443     | FD00::1                | true
            https://C.Example.Com      | EXAMPLE.com            | true
            https://localhost:6443     | ''                     | true
            https://127.0.0.2          | ''                     | true
            https://10.1.2.3           | 10.0.0.0/x             | false
            https://10.1.2.3           | 10.0.0.0/999           | false
            https://10.1.2.3           | 'not an address/8'     | false
            """)
    void serversThatAreExemptAreReachedStraight(String server, String exempt, boolean straight) throws Exception {
        var route = route(server, "", Map.of("HTTPS_PROXY", "proxy:1", "NO_PROXY", exempt));

        assertThat(route.equals(OutboundProxyRoute.STRAIGHT)).isEqualTo(straight);
    }

    @ParameterizedTest
    @CsvSource({"ftp://x", "https://x", "not an address", "socks5://a:b@x", "//x", "http:///"})
    void aProxyThatCannotWorkIsToldAtOnce(String address) {
        var problemException = catchThrowableOfType(ProblemException.class,
                () -> route("https://c", address, Map.of()));

        assertThat(problemException.problem().headline()).contains("proxy-url of the kubeconfig");
    }
}
