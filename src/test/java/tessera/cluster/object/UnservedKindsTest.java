package tessera.cluster.object;

import org.junit.jupiter.api.Test;
import tessera.cluster.ClusterConnection;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.http.SessionAccessMode;
import tessera.scheduling.KueueObjectReader;

import static org.assertj.core.api.Assertions.assertThat;

/** Servers forbid what they do not serve as if it were there: nobody need be given a role for it. */
class UnservedKindsTest {

    private static boolean lacksRole(String groups) throws Exception {
        try (var server = ScriptedServer.start(exchange -> {
            if (exchange.path().equals("/apis")) {
                exchange.json(200, "{\"groups\":[%s]}".formatted(groups));
            } else {
                exchange.json(403, "{\"kind\":\"Status\",\"reason\":\"Forbidden\",\"code\":403,\"message\":\"no\"}");
            }
        });
                var connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                        () -> SessionAccessMode.READ_ONLY)) {
            return new KueueObjectReader(new HttpObjectReader(() -> connection))
                    .forEach("ClusterQueue", "clusterqueues", "", _ -> {}).isPresent();
        }
    }

    @Test
    void noRoleIsAskedForOnQueuesWhereKueueIsNotInstalled() throws Exception {
        assertThat(lacksRole("{\"name\":\"apps\"}")).isFalse();
    }

    @Test
    void aRoleIsAskedForWhereKueueIs() throws Exception {
        assertThat(lacksRole("{\"name\":\"kueue.x-k8s.io\"}")).isTrue();
    }
}
