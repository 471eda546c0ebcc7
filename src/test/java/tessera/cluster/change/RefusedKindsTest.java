package tessera.cluster.change;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.object.HttpObjectReader;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.scheduling.FailedCreateEventFinder;
import tessera.scheduling.FailedCreateEventFinder.RefusedPodOwner;

import static org.assertj.core.api.Assertions.assertThat;

/** What makes pods that are refused is found where the cluster says that its kind is, whatever its plural. */
@Timeout(120)
class RefusedKindsTest extends ChangedCluster {

    private Runnable answers(String request, String answer) {
        return SimulatedHttpServerFaults.of(cluster).addFault("GET " + request,
                SimulatedHttpServerFault.ofAnswer(200, "application/json", answer));
    }

    private List<RefusedPodOwner> refused() throws Exception {
        var undo = answers("/api/v1/namespaces/default/events\\?.*FailedCreate.*", """
                {"kind": "EventList", "apiVersion": "v1", "metadata": {}, "items": [{"metadata": {"name": "e"},
                "involvedObject": {"apiVersion": "example.com/v1", "kind": "Mesh", "namespace": "default",
                "name": "net", "uid": "?"},
                "reason": "FailedCreate", "lastTimestamp": "%s", "message": "no"}]}
                """.formatted(Instant.now()));
        try {
            return FailedCreateEventFinder.read(new HttpObjectReader(console.session()::connection), "default",
                    console.session().snapshots().get(), Instant.now());
        } finally {
            undo.run();
        }
    }

    @Test
    void whatMakesPodsIsFoundByWhatTheClusterCallsItsKind() throws Exception {
        assertThat(refused()).as("its kind is gone, and it with that").isEmpty();

        answers("/apis/example.com/v1", """
                {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "example.com/v1", "resources":
                [{"name": "meshes", "kind": "Mesh", "namespaced": true, "verbs": ["get"]}]}
                """);
        answers("/apis/example.com/v1/namespaces/default/meshes/net",
                "{\"apiVersion\": \"example.com/v1\", \"kind\": \"Mesh\", \"metadata\": {\"name\": \"net\"}}");
        assertThat(refused()).singleElement().satisfies(refused -> {
            assertThat(refused.object()).isPresent();
            assertThat(refused.workload()).hasToString("default/Mesh/net");
        });
    }
}
