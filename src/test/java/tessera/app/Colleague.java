package tessera.app;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;

/** Somebody else who is at work in the same cluster. */
final class Colleague {

    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Colleague() {}

    /** Lets somebody do some things in the whole cluster. */
    static void lets(KubernetesClient client, String user, String role, PolicyRule... rules) {
        client.rbac().clusterRoles().resource(
                new ClusterRoleBuilder().withNewMetadata().withName(role).endMetadata().withRules(rules).build())
                .create();
        client.rbac().clusterRoleBindings()
                .resource(new ClusterRoleBindingBuilder().withNewMetadata().withName(role).endMetadata()
                        .withNewRoleRef(GROUP, "ClusterRole", role).addNewSubject(GROUP, "User", user, null).build())
                .create();
    }

    /** Lets somebody do in a namespace whatever is usually done there. */
    static void letsEdit(KubernetesClient client, String user, String namespace) {
        client.rbac().roleBindings().inNamespace(namespace)
                .resource(new RoleBindingBuilder().withNewMetadata().withName(user + "-edits").endMetadata()
                        .withNewRoleRef(GROUP, "ClusterRole", "edit").addNewSubject(GROUP, "User", user, null).build())
                .create();
    }

    static PolicyRule rule(List<String> verbs, String group, String... resources) {
        return new PolicyRuleBuilder().withVerbs(verbs).withApiGroups(group).withResources(resources).build();
    }

    /**
     * Repeats an edit while kubelets and controllers write the object between its read and its write.
     *
     * @param edit reads the object by its name each time: an edit of an object from a list carries the resourceVersion of
     *     that list and meets the same conflict for ever once anybody has written the object
     */
    static void insists(Runnable edit) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                edit.run();
                return;
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }
}
