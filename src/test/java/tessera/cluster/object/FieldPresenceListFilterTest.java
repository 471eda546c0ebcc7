package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tessera.cluster.http.UnreadableObjectRegistry;
import tessera.cluster.object.ApiObjectReader.FieldPresenceListFilter;
import tessera.cluster.object.ApiObjectReader.ObjectSchemaCheck;
import tessera.model.UnreadableObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Of long lists only what has a field is made into trees. */
class FieldPresenceListFilterTest {

    private final List<JsonNode> found = new ArrayList<>();
    private final UnreadableObjectRegistry log = new UnreadableObjectRegistry();
    private final UnreadableObjectRegistry.CollectionReadProblems unread = new UnreadableObjectRegistry.CollectionReadProblems();
    private final FieldPresenceListFilter sieve = new FieldPresenceListFilter(Set.of("hostPort", "podAntiAffinity"),
            new ObjectSchemaCheck(unread), found::add);

    private String page(String text) throws IOException {
        return sieve.readPage(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void objectsThatHaveTheFieldAtAnyDepthAreHandedOutWhole() throws IOException {
        var more = page("""
                {"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "9", "continue": "next"},
                 "items": [
                  {"metadata": {"name": "ä-plain", "annotations": {"note": "hostPort"}}, "spec": {"containers": [{}]}},
                  {"metadata": {"name": "ports"}, "spec": {"containers": [{"ports": [{"hostPort": 80}, {}]}]}},
                  {"spec": {"affinity": {"podAntiAffinity": {}}}, "metadata": {"name": "😀 shy"}}]}
                """);

        assertThat(more).isEqualTo("next");
        assertThat(found).extracting(element -> element.at("/metadata/name").asText()).containsExactly("ports",
                "😀 shy");
        assertThat(found.getFirst().at("/spec/containers/0/ports/0/hostPort").asInt()).isEqualTo(80);
    }

    @Test
    void theLastPageLeadsNowhereAndAListMayBeNull() throws IOException {
        assertThat(page("{\"metadata\": {}, \"items\": null}")).isEmpty();
        assertThat(found).isEmpty();
    }

    @Test
    void whatIsNoObjectIsNamedAndWhatFollowsIsReadAllTheSame() throws IOException {
        page("""
                {"kind": "PodList", "apiVersion": "v1", "items": [null, 7, [{}],
                  {"metadata": {"name": "p", "namespace": "n"}, "spec": {"containers": {"hostPort": 1}}}]}
                """);

        assertThat(found).extracting(element -> element.at("/metadata/name").asText()).containsExactly("p");
        log.replace("pods", unread);
        assertThat(log.current().countsByKind()).containsExactly(Map.entry("Pod", 4));
        assertThat(log.current().lines().getFirst())
                .startsWith("4 Pod objects could not be read: one without a name: ");
        assertThat(log.current().examples()).contains(new UnreadableObject("Pod", "n", "p",
                new ApiObjectReason.SchemaMisfit("spec.containers is not a list")));
        assertThatThrownBy(() -> page("{\"items\": {}}")).isInstanceOf(IOException.class);
    }

    @Test
    void aPageThatBreaksOffIsNoShortPage() {
        assertThatThrownBy(() -> page("{\"items\": [{\"a\": 1}, {\"b\": [")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> page("")).isInstanceOf(IOException.class);
    }
}
