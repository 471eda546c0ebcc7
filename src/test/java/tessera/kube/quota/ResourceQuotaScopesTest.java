package tessera.kube.quota;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A quota counts those pods of which all of its scopes hold. */
class ResourceQuotaScopesTest {

    private static final JsonMapper JSON = JsonMapper.builder().enable(JsonParser.Feature.ALLOW_SINGLE_QUOTES)
            .enable(JsonParser.Feature.ALLOW_UNQUOTED_FIELD_NAMES).build();
    private static final String GPU = "{containers: [{resources: {limits: {'nvidia.com/gpu': 1}}}]}";
    private static final String URGENT = "{scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: '%s', "
            + "values: ['high']}]}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{} | " + GPU + " | true",
        "{scopes: ['BestEffort']} | " + GPU + " | true", "{scopes: ['NotBestEffort']} | " + GPU + " | false",
        "{scopes: ['NotBestEffort']} | {containers: [{resources: {limits: {cpu: 1}}}]} | true",
        "{scopes: ['Terminating']} | {activeDeadlineSeconds: 60} | true", "{scopes: ['Terminating']} | {} | false",
        "{scopes: ['NotTerminating', 'BestEffort']} | " + GPU + " | true",
        "{scopes: ['NotTerminating', 'NotBestEffort']} | " + GPU + " | false",
        "{scopes: ['PriorityClass']} | {priorityClassName: 'high'} | true", "{scopes: ['PriorityClass']} | {} | false"})
    void itCountsAPod(String quota, String pod, boolean counts) throws Exception {
        assertThat(counts(quota, pod)).isEqualTo(counts);
    }

    @ParameterizedTest
    @CsvSource({"In, high, true", "In, low, false", "NotIn, high, false", "NotIn, low, true",
        "DoesNotExist, high, false"})
    void itSelectsByPriority(String operator, String name, boolean counts) throws Exception {
        assertThat(counts(URGENT.formatted(operator), "{priorityClassName: '%s'}".formatted(name))).isEqualTo(counts);
        assertThat(counts(URGENT.formatted(operator), "{}")).isEqualTo(!operator.equals("In"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"namespaces: ['a'] | true",
        "namespaceSelector: {} | true", "labelSelector: {} | false"})
    void itCountsPodsThatMustBeNearThoseOfOtherNamespaces(String where, boolean counts) throws Exception {
        var near = "{affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: 'zone', %s}]}}}"
                .formatted(where);
        assertThat(counts("{scopes: ['CrossNamespacePodAffinity']}", near)).isEqualTo(counts);
    }

    private static boolean counts(String quota, String pod) throws Exception {
        return ResourceQuotaScopes.of(within(quota)).matchesPod(within(pod));
    }

    private static JsonNode within(String spec) throws Exception {
        return JSON.readTree("{spec: %s}".formatted(spec));
    }
}
