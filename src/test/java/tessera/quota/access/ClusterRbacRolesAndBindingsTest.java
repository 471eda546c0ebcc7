package tessera.quota.access;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.api.Test;
import tessera.model.ServerVersion;
import tessera.quota.access.NamespacePermissionReader.ClusterRbacRolesAndBindings;

import static org.assertj.core.api.Assertions.assertThat;

/** Whom roles allow something is told by what their rules cover, and by where they are bound. */
class ClusterRbacRolesAndBindingsTest {

    private ClusterRbacRolesAndBindings rbac = new ClusterRbacRolesAndBindings(
            new ServerVersion("v1.36.2", "linux/amd64"));

    private void role(String kind, String name, String rule) throws Exception {
        rbac.addRole(kind, new YAMLMapper().readTree("{metadata: {name: %s}, rules: [{%s}]}".formatted(name, rule)));
    }

    private void bind(String namespace, String name, String role, String subject) throws Exception {
        rbac.addBinding(new YAMLMapper().readTree("""
                {metadata: {name: %s, namespace: "%s"}, roleRef: {kind: %s, name: %s}, subjects: [{%s}]}
                """.formatted(name, namespace, role.replaceFirst("/.*", ""), role.replaceFirst(".*/", ""), subject)));
    }

    @Test
    void aRoleOfANamespaceAllowsWhatIsDoneThereAndNothingOfTheWholeCluster() throws Exception {
        role("ClusterRole", "all", "verbs: ['*'], apiGroups: ['*'], resources: ['*']");
        bind("ml", "team", "ClusterRole/all", "kind: Group, name: ml");

        assertThat(rbac.grantsOf(GpuAccessPermission.CREATE_PODS)).extracting(RoleGrantedSubject::subjectText)
                .containsExactly("Group ml");
        assertThat(rbac.grantsOf(GpuAccessPermission.PATCH_NODES)).as("nodes are in no namespace").isEmpty();
    }

    @Test
    void aSubresourceHasToBeNamed() throws Exception {
        role("Role", "runner", "verbs: [create], apiGroups: [''], resources: [pods]");
        role("Role", "shell", "verbs: [create], apiGroups: [''], resources: ['*/exec']");
        bind("ml", "runners", "Role/runner", "kind: ServiceAccount, name: ci, namespace: ml");
        bind("ml", "shells", "Role/shell", "kind: User, name: ann");

        assertThat(rbac.grantsOf(GpuAccessPermission.CREATE_PODS)).extracting(RoleGrantedSubject::subjectText)
                .containsExactly("ServiceAccount ml/ci");
        assertThat(rbac.grantsOf(GpuAccessPermission.EXEC)).extracting(RoleGrantedSubject::subjectText)
                .containsExactly("User ann");
    }

    @Test
    void whoMayGetACommandRunIsNamedOnlyWhereTheServerAsksForNoMore() throws Exception {
        role("Role", "shell", "verbs: [get], apiGroups: [''], resources: [pods/exec]");
        bind("ml", "shells", "Role/shell", "kind: User, name: ann");
        assertThat(rbac.grantsOf(GpuAccessPermission.EXEC)).as("since 1.35 a WebSocket takes create, too").isEmpty();

        rbac = new ClusterRbacRolesAndBindings(new ServerVersion("v1.34.6-gke.1", "linux/amd64"));
        role("Role", "shell", "verbs: [get], apiGroups: [''], resources: [pods/exec]");
        bind("ml", "shells", "Role/shell", "kind: User, name: ann");
        assertThat(rbac.grantsOf(GpuAccessPermission.EXEC)).extracting(RoleGrantedSubject::subjectText)
                .containsExactly("User ann");
    }

    @Test
    void quotasAreChangedByPatchingAndByReplacingThem() throws Exception {
        role("Role", "patch", "verbs: [patch], apiGroups: [''], resources: [resourcequotas]");
        role("Role", "replace", "verbs: [update], apiGroups: [''], resources: [resourcequotas]");
        role("Role", "make", "verbs: [create], apiGroups: [''], resources: [resourcequotas]");
        bind("ml", "patches", "Role/patch", "kind: User, name: ann");
        bind("ml", "replaces", "Role/replace", "kind: User, name: bob");
        bind("ml", "makes", "Role/make", "kind: User, name: cem");

        assertThat(rbac.grantsOf(GpuAccessPermission.CHANGE_QUOTAS)).extracting(RoleGrantedSubject::subjectText)
                .containsExactly("User ann", "User bob");
        assertThat(rbac.grantsOf(GpuAccessPermission.CREATE_QUOTAS)).extracting(RoleGrantedSubject::subjectText)
                .containsExactly("User cem");
    }

    @Test
    void whatIsAllowedForNamedOnesOnlyIsToldSo() throws Exception {
        role("ClusterRole", "one", "verbs: [patch], apiGroups: [''], resources: [nodes], resourceNames: [h100-01]");
        bind("", "one", "ClusterRole/one", "kind: User, name: bob");

        assertThat(rbac.grantsOf(GpuAccessPermission.PATCH_NODES)).containsExactly(
                new RoleGrantedSubject("User", "bob", "ClusterRole/one", "ClusterRoleBinding/one", true));
        assertThat(rbac.grantsOf(GpuAccessPermission.PATCH_NODES).getFirst().subjectText())
                .isEqualTo("User bob (only some objects by name)");
    }

    @Test
    void whatIsNotThereYetCannotBeAllowedByName() throws Exception {
        role("Role", "one", "verbs: [create], apiGroups: [''], resources: [pods, pods/exec], resourceNames: [train]");
        bind("ml", "one", "Role/one", "kind: User, name: ann");

        assertThat(rbac.grantsOf(GpuAccessPermission.CREATE_PODS)).as("the server refuses it").isEmpty();
        assertThat(rbac.grantsOf(GpuAccessPermission.EXEC)).extracting(RoleGrantedSubject::subjectText)
                .containsExactly("User ann (only some objects by name)");
    }

    @Test
    void aBindingToARoleThatIsNotThereAllowsNothing() throws Exception {
        bind("", "dangling", "ClusterRole/gone", "kind: User, name: bob");

        assertThat(rbac.grantsOf(GpuAccessPermission.PATCH_NODES)).isEmpty();
    }
}
