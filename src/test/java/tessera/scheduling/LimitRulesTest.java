package tessera.scheduling;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Who is in the middle of writing a manifest is told what limit ranges make of it all the same. */
class LimitRulesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void whatStandsWhereAmountsBelongIsLeftAlone() throws Exception {
        var rules = new LimitRangeAdmission(List.of(JSON.readTree("""
                {"metadata": {"name": "caps"}, "spec": {"limits": [{"type": "Container", "default": {"cpu": "2"},
                 "defaultRequest": {"cpu": "1"}, "max": {"cpu": "4"}}]}}""")));
        var pod = (ObjectNode) JSON.readTree("""
                {"spec": {"containers": [{"name": "a", "resources": "none"}, {"name": "b", "resources": {"limits": 3}},
                 {"name": "c"}, "d"]}}""");
        rules.applyDefaults(pod);

        assertThat(pod.at("/spec/containers/0/resources").asText()).isEqualTo("none");
        assertThat(pod.at("/spec/containers/1/resources/requests/cpu").asText()).isEqualTo("1");
        assertThat(pod.at("/spec/containers/2/resources/limits/cpu").asText()).isEqualTo("2");
        assertThat(rules.refusalsOf(pod)).extracting(PodCreationRefusal::text).containsExactly(
                "LimitRange caps allows at most 4 of cpu per container, but container “a” sets no limit",
                "LimitRange caps allows at most 4 of cpu per container, but container “b” sets no limit");
    }

    @Test
    void whoAsksForMoreThanTheLimitThatARangeGivesIsRefused() throws Exception {
        var rules = new LimitRangeAdmission(List.of(JSON.readTree(
                """
                        {"metadata": {"name": "usual"}, "spec": {"limits": [{"type": "Container", "default": {"cpu": "2"}}]}}""")));
        var pod = (ObjectNode) JSON.readTree("""
                {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "3"}}},
                 {"name": "b", "resources": {"requests": {"cpu": "3"}, "limits": {"cpu": "4"}}}, {"name": "c"}]}}""");
        rules.applyDefaults(pod);

        assertThat(rules.refusalsOf(pod)).extracting(PodCreationRefusal::text).containsExactly(
                "LimitRange usual sets a default cpu limit of 2, which is below the request of container “a” (3)");
    }

    @Test
    void initContainersThatAreNoListAreNotCounted() throws Exception {
        var rules = new LimitRangeAdmission(List.of(JSON.readTree("""
                {"metadata": {"name": "caps"}, "spec": {"limits": [{"type": "Pod", "max": {"cpu": "2"}}]}}""")));
        var pod = JSON.readTree("""
                {"spec": {"initContainers": {"name": "a", "image": "b"},
                 "containers": [{"name": "c", "resources": {"limits": {"cpu": "3"}}}]}}""");
        assertThat(rules.refusalsOf(pod)).extracting(PodCreationRefusal::text)
                .containsExactly("LimitRange caps allows at most 2 of cpu per pod, but the pod has a limit of 3");
    }

    @Test
    void sidecarsCountBesideTheContainersThatTheyRunWith() throws Exception {
        assertThat(refusedOfTwo(
                """
                        {"initContainers": [{"name": "proxy", "restartPolicy": "Always", "resources": {"limits": {"cpu": "500m"}}}],
                         "containers": [{"name": "main", "resources": {"limits": {"cpu": "2"}}}]}"""))
                .containsExactly("LimitRange caps allows at most 2 of cpu per pod, but the pod has a limit of 2500m");
    }

    @Test
    void whatThePodNamesAsAWholeGoesBeforeItsContainers() throws Exception {
        assertThat(refusedOfTwo("""
                {"resources": {"limits": {"cpu": "2"}}, "containers": [{"name": "main"}]}""")).isEmpty();
        assertThat(refusedOfTwo("""
                {"resources": {"limits": {"cpu": "3"}},
                 "containers": [{"name": "main", "resources": {"limits": {"cpu": "1"}}}]}"""))
                .containsExactly("LimitRange caps allows at most 2 of cpu per pod, but the pod has a limit of 3");
    }

    private static List<String> refusedOfTwo(String spec) throws Exception {
        var rules = new LimitRangeAdmission(List.of(JSON.readTree("""
                {"metadata": {"name": "caps"}, "spec": {"limits": [{"type": "Pod", "max": {"cpu": "2"}}]}}""")));
        return rules.refusalsOf(JSON.createObjectNode().set("spec", JSON.readTree(spec))).stream()
                .map(PodCreationRefusal::text).toList();
    }

    @Test
    void whereLimitsAreComparedWithRequestsBothHaveToBeNamed() throws Exception {
        var rules = new LimitRangeAdmission(List.of(JSON.readTree("""
                {"metadata": {"name": "even"}, "spec": {"limits": [{"type": "Container",
                 "maxLimitRequestRatio": {"cpu": "2"}}]}}""")));
        var pod = JSON.readTree("""
                {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}},
                 {"name": "b", "resources": {"requests": {"cpu": "1"}, "limits": {"cpu": "3"}}},
                 {"name": "c", "resources": {"requests": {"cpu": "1"}, "limits": {"cpu": "2"}}}]}}""");
        assertThat(rules.refusalsOf(pod)).extracting(PodCreationRefusal::text).containsExactly(
                "LimitRange even sets a maxLimitRequestRatio for cpu, but container “a” sets no limit",
                "LimitRange even allows a cpu limit of at most 2 times the request (maxLimitRequestRatio), but "
                        + "container “b” requests 1 and has a limit of 3");
    }
}
