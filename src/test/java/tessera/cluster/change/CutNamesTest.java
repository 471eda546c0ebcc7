package tessera.cluster.change;

import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.ClusterConnection;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.object.ObjectLists;
import tessera.plan.context.KindSupply;

import static org.assertj.core.api.Assertions.assertThat;

/** Of more objects than are read, nobody says that one is not there. */
class CutNamesTest {

    private ScriptedServer server;
    private ClusterConnection connection;
    private HttpManifests manifests;

    @BeforeEach
    void connect() throws Exception {
        server = ScriptedServer.start(exchange -> exchange.json(200, "{}"));
        connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                () -> SessionAccessMode.READ_ONLY);
        manifests = new HttpManifests(new ObjectLists(() -> connection));
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
        server.close();
    }

    private void answers(String more) {
        server.script(exchange -> exchange.json(200,
                "{\"metadata\":{\"continue\":\"%s\"},\"items\":[{\"metadata\":{\"name\":\"a\"}}]}".formatted(more)));
    }

    @Test
    void theNamesOfAllThatThereAreAreKnown() throws Exception {
        answers("");
        assertThat(KindSupply.listNames(manifests).names()).containsEntry("Namespace", Set.of("a"))
                .containsOnlyKeys("Namespace", "PriorityClass", "RuntimeClass", "StorageClass");
        assertThat(KindSupply.listNames(manifests).gaps()).isEmpty();
    }

    @Test
    void whoAsksForNamesIsSentNothingThatTheObjectsHold() throws Exception {
        answers("");
        KindSupply.listNames(manifests);
        assertThat(server.exchanges()).last().extracting(exchange -> exchange.headers.get("accept")).asString()
                .startsWith("application/json;as=PartialObjectMetadataList;");
    }

    @Test
    void whereThereAreMoreThanAreReadWhichThereAreIsNotKnown() throws Exception {
        answers("more");
        assertThat(KindSupply.listNames(manifests).names()).isEmpty();
        assertThat(KindSupply.listNames(manifests).gaps()).containsEntry("Namespace", "There are too many to list");
        assertThat(KindSupply.hasAny(manifests, "v1/Namespace/namespaces")).isTrue();
    }
}
