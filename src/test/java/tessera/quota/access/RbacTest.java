package tessera.quota.access;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whom roles allow something is told by what their rules cover, and by where they are bound. */
class RbacTest {

    private final Rbac rbac = new Rbac();

    private void role(String kind, String name, String rule) throws Exception {
        rbac.role(kind, new YAMLMapper().readTree("{metadata: {name: %s}, rules: [{%s}]}".formatted(name, rule)));
    }

    private void bind(String namespace, String name, String role, String subject) throws Exception {
        rbac.binding(new YAMLMapper().readTree("""
                {metadata: {name: %s, namespace: "%s"}, roleRef: {kind: %s, name: %s}, subjects: [{%s}]}
                """.formatted(name, namespace, role.replaceFirst("/.*", ""), role.replaceFirst(".*/", ""), subject)));
    }

    @Test
    void aRoleOfANamespaceAllowsWhatIsDoneThereAndNothingOfTheWholeCluster() throws Exception {
        role("ClusterRole", "all", "verbs: ['*'], apiGroups: ['*'], resources: ['*']");
        bind("ml", "team", "ClusterRole/all", "kind: Group, name: ml");

        assertThat(rbac.of(Deed.CREATE_PODS)).extracting(Grant::words).containsExactly("Group ml");
        assertThat(rbac.of(Deed.PATCH_NODES)).as("nodes are in no namespace").isEmpty();
    }

    @Test
    void aSubresourceHasToBeNamed() throws Exception {
        role("Role", "runner", "verbs: [create], apiGroups: [''], resources: [pods]");
        role("Role", "shell", "verbs: [create], apiGroups: [''], resources: ['*/exec']");
        bind("ml", "runners", "Role/runner", "kind: ServiceAccount, name: ci, namespace: ml");
        bind("ml", "shells", "Role/shell", "kind: User, name: ann");

        assertThat(rbac.of(Deed.CREATE_PODS)).extracting(Grant::words).containsExactly("ServiceAccount ml/ci");
        assertThat(rbac.of(Deed.EXEC)).extracting(Grant::words).containsExactly("User ann");
    }

    @Test
    void whatIsAllowedForNamedOnesOnlyIsToldSo() throws Exception {
        role("ClusterRole", "one", "verbs: [patch], apiGroups: [''], resources: [nodes], resourceNames: [h100-01]");
        bind("", "one", "ClusterRole/one", "kind: User, name: bob");

        assertThat(rbac.of(Deed.PATCH_NODES)).containsExactly(
                new Grant("User", "bob", "ClusterRole/one", "ClusterRoleBinding/one", true));
        assertThat(rbac.of(Deed.PATCH_NODES).getFirst().words()).isEqualTo("User bob (for some by name)");
    }

    @Test
    void whatIsNotThereYetCannotBeAllowedByName() throws Exception {
        role("Role", "one", "verbs: [create], apiGroups: [''], resources: [pods, pods/exec], resourceNames: [train]");
        bind("ml", "one", "Role/one", "kind: User, name: ann");

        assertThat(rbac.of(Deed.CREATE_PODS)).as("the server refuses it").isEmpty();
        assertThat(rbac.of(Deed.EXEC)).extracting(Grant::words).containsExactly("User ann (for some by name)");
    }

    @Test
    void aBindingToARoleThatIsNotThereAllowsNothing() throws Exception {
        bind("", "dangling", "ClusterRole/gone", "kind: User, name: bob");

        assertThat(rbac.of(Deed.PATCH_NODES)).isEmpty();
    }
}
