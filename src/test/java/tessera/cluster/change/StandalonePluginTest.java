package tessera.cluster.change;

import java.time.Clock;
import java.util.Arrays;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.ClusterConnection;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.http.SessionAccessMode;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigFallbackRule;

import static org.assertj.core.api.Assertions.assertThat;

/** What a device plugin that was installed by itself does with nodes without a label is read from its DaemonSet. */
@Timeout(30)
class StandalonePluginTest {

    private static String set(String usual, String variable) {
        return """
                {"metadata": {"namespace": "nvidia-device-plugin", "name": "nvdp-nvidia-device-plugin"},
                 "spec": {"selector": {"matchLabels": {"app.kubernetes.io/name": "nvidia-device-plugin"}},
                  "template": {"spec": {
                   "volumes": [{"name": "available-configs", "configMap": {"name": "configs"}}],
                   "containers": [{"name": "ctr", "image": "nvcr.io/nvidia/k8s-device-plugin:v0.20.0"},
                    {"name": "sidecar", "image": "nvcr.io/nvidia/k8s-device-plugin:v0.20.0",
                     "env": [{"name": "DEFAULT_CONFIG", "value": "%s"}%s]}]}}}}""".formatted(usual, variable);
    }

    private static void answer(Exchange exchange, String set) throws Exception {
        switch (exchange.path()) {
            case "/apis/apps/v1/daemonsets" -> exchange.json(200, "{\"metadata\":{},\"items\":[" + set + "]}");
            case "/api/v1/namespaces/nvidia-device-plugin/configmaps/configs" ->
                exchange.json(200, "{\"metadata\":{\"resourceVersion\":\"1\"},\"data\":{\"whole\":\"version: v1\"}}");
            default -> exchange.json(404, "{\"kind\":\"Status\",\"code\":404,\"reason\":\"NotFound\"}");
        }
    }

    private static DevicePluginSharingConfiguration setup(String usual, String variable) throws Exception {
        try (var server = ScriptedServer.start(exchange -> answer(exchange, set(usual, variable)));
                var connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                        () -> SessionAccessMode.READ_WRITE)) {
            return PlanClusterAccess.overRoute(() -> connection, () -> SessionAccessMode.READ_WRITE, Clock.systemUTC(),
                    Contexts.terms().environment()).inputReader().readSharing();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"named,single | NAMED SINGLE | whole",
        "named, single ,empty | NAMED SINGLE EMPTY | whole", "empty | EMPTY | ''", "named | NAMED | ''",
        "'' | '' | ''"})
    void fallbacksAreReadInTheirOrder(String value, String fallbacks, String key) throws Exception {
        var setup = setup("", ", {\"name\": \"FALLBACK_STRATEGIES\", \"value\": \"%s\"}".formatted(value));

        assertThat(setup.owner().kind()).isEqualTo(DevicePluginOwner.DevicePluginOwnerKind.STANDALONE);
        assertThat(setup.location().assumed()).isFalse();
        assertThat(setup.location().fallbacks()).isEqualTo(Arrays.stream(fallbacks.split(" "))
                .filter(word -> !word.isEmpty()).map(PluginConfigFallbackRule::valueOf).toList());
        assertThat(setup.choiceForLabel("").configName()).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', value = {"''",
        "', {\"name\": \"FALLBACK_STRATEGIES\", \"value\": \"by-moonlight\"}'",
        "', {\"name\": \"FALLBACK_STRATEGIES\", \"valueFrom\": {\"configMapKeyRef\": {\"name\": \"x\", \"key\": \"y\"}}}'"})
    void whereTheyCannotBeReadThoseOfTheChartAreAssumed(String variable) throws Exception {
        var configLocation = setup("usual", variable).location();

        assertThat(configLocation).isEqualTo(new DevicePluginSharingConfiguration.SharingConfigLocation("configs",
                "usual", DevicePluginSharingConfiguration.SharingConfigLocation.SUPPOSED, true));
    }
}
