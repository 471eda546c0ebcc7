package tessera.kube.rbac;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.schedule.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

class RbacPolicyRuleTest {

    private static RbacPolicyRule rule(String text) {
        return RbacPolicyRule.readRules(Yaml.of("rules: [" + text + "]")).getFirst();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"['*/scale'] | deployments | scale | true",
        "['*/scale'] | deployments | '' | false", "[pods] | pods | exec | false", "[pods/exec] | pods | exec | true",
        "['*'] | pods | exec | true", "['pods/*'] | pods | exec | false"})
    void aSubresourceIsAResourceOfItsOwn(String resources, String resource, String subresource, boolean allowed) {
        assertThat(rule("{verbs: [get], apiGroups: ['*'], resources: %s}".formatted(resources)).allowsResource("get",
                "apps", resource, subresource)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"/healthz, true", "/healthz/etcd, true", "/health, false", "/metrics, false"})
    void anAsteriskAtTheEndOfAPathStandsForAllBelow(String path, boolean allowed) {
        assertThat(rule("{verbs: [get], nonResourceURLs: ['/healthz*']}").allowsPath("get", path)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"a, true", "b, false", "'', false"})
    void aRuleForNamedObjectsIsAboutNoOthers(String name, boolean covered) {
        assertThat(rule("{verbs: [get], apiGroups: [''], resources: [secrets], resourceNames: [a]}").coversName(name))
                .isEqualTo(covered);
    }
}
