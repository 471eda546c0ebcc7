package tessera.ui.change;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.RequiredPermission;
import tessera.plan.authorization.RequiredPermissions;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.text.MessageCatalog;

/** The access that offered changes require: the same that their steps check before they run. */
public final class ChangePermissionRequirements {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangePermissionRequirements.class);

    private ChangePermissionRequirements() {}

    /** To have an object deleted, and to see it go. */
    static RequiredPermissions forPodDeletion(ObjectRef object) {
        return RequiredPermissions.requireAll(MESSAGES.text("access.delete", object.resource()), List.of(
                RequiredPermission.forObject("delete", object, ""), RequiredPermission.forObject("get", object, "")));
    }

    /** Returns the access to evict pods and to see them go. */
    static RequiredPermissions forEviction(List<ObjectRef> pods) {
        return RequiredPermissions.requireAll(MESSAGES.text("access.evict"),
                Stream.concat(pods.stream().map(pod -> RequiredPermission.forObject("create", pod, "eviction")),
                        pods.stream().map(pod -> RequiredPermission.forObject("get", pod, ""))).toList());
    }

    /**
     * Returns the access to patch an object, which includes reading it first.
     *
     * @param action what is done with it, e.g. “scale deployments”
     */
    static RequiredPermissions forPatch(String action, ObjectRef object) {
        return RequiredPermissions.requireAll(action, List.of(RequiredPermission.forObject("patch", object, ""),
                RequiredPermission.forObject("get", object, "")));
    }

    /** Returns the access to change an object. */
    public static RequiredPermissions forChange(ObjectRef object) {
        return forPatch(MESSAGES.text("access.change", object.resource()), object);
    }

    /** Returns the access to create an object. */
    public static RequiredPermissions forCreation(ObjectRef object) {
        return RequiredPermissions.requireAll(creationText(object),
                List.of(RequiredPermission.forObject("create", object, "").forAnyName()));
    }

    /** Returns the access to create such an object in any namespace. */
    public static RequiredPermissions forCreationAnywhere(ObjectRef object) {
        return RequiredPermissions.anyNamespace(creationText(object),
                RequiredPermission.forObject("create", object, ""));
    }

    private static String creationText(ObjectRef object) {
        return MESSAGES.text("access.create", object.resource());
    }

    /**
     * Returns the access to change nodes.
     *
     * @param action what is done with them, e.g. “taint nodes”
     * @param names  none where a label selector is to find them
     */
    static RequiredPermissions forNodePatch(String action, List<String> names) {
        var nodes = names.isEmpty() ? Stream.of(ObjectRef.node("")) : names.stream().map(ObjectRef::node);
        return RequiredPermissions.requireAll(action,
                nodes.map(node -> RequiredPermission.forObject("patch", node, "")).toList());
    }

    /** Returns the access to cordon nodes and to evict their pods. */
    static RequiredPermissions forDrain(List<String> names) {
        return forNodePatch(MESSAGES.text("access.drain"), names)
                .and(RequiredPermissions.anyNamespace(MESSAGES.text("access.evict"),
                        RequiredPermission.forObject("create", ObjectRef.pod("", ""), "eviction")));
    }

    /**
     * Returns the access to write Helm's records of a release, which every Helm action requires.
     *
     * @param action what is done with it, e.g. “roll back releases”
     * @param verbs  on its record, each revision of which is a Secret
     */
    static RequiredPermissions forReleaseWrite(String action, HelmReleaseNamespacedName release, String... verbs) {
        return RequiredPermissions.requireAll(action, Stream.of(verbs)
                .map(each -> RequiredPermission.forObject(each, releaseSecrets(release.namespace()), "")).toList());
    }

    /** Returns the same access for any release, in whichever namespace it is. */
    static RequiredPermissions forAnyReleaseWrite(String action) {
        return RequiredPermissions.anyNamespace(action, RequiredPermission.forObject("create", releaseSecrets(""), ""));
    }

    private static ObjectRef releaseSecrets(String namespace) {
        return new ObjectRef("v1", "Secret", "secrets", namespace, "");
    }

    /** Returns the access to set up a team, in a new namespace or an existing one. */
    public static RequiredPermissions forTeam() {
        return forCreation(new ObjectRef("v1", "Namespace", "namespaces", "", ""))
                .or(forCreationAnywhere(new ObjectRef("v1", "ResourceQuota", "resourcequotas", "", "")));
    }

    /** Returns the access to write a configuration of the device plugin. */
    static RequiredPermissions forPluginConfig() {
        var maps = new ObjectRef("v1", "ConfigMap", "configmaps", "", "");
        return RequiredPermissions.anyNamespace(MESSAGES.text("access.configs"),
                RequiredPermission.forObject("patch", maps, ""), RequiredPermission.forObject("create", maps, ""));
    }

    /** Returns the access to patch the status of nodes, to advertise a device. */
    static RequiredPermissions forNodeStatus(List<String> names) {
        var nodes = names.isEmpty() ? Stream.of(ObjectRef.node("")) : names.stream().map(ObjectRef::node);
        return RequiredPermissions.requireAll(MESSAGES.text("access.nodeStatus"),
                nodes.map(node -> RequiredPermission.forObject("patch", node, "status")).toList());
    }

    /** Returns the access to bring a MIG change to an end, by node labels or by restarting a pod of the stack. */
    static RequiredPermissions forMigRepair(List<String> names) {
        return forNodePatch(MESSAGES.text("access.repairMig"), names).or(RequiredPermissions.anyNamespace(
                MESSAGES.text("access.deletePods"), RequiredPermission.forObject("delete", ObjectRef.pod("", ""), "")));
    }

    /** Returns the access to change GPU sharing, by node labels or by configurations. */
    static RequiredPermissions forSharing(List<String> names) {
        return forNodePatch(MESSAGES.text("access.share"), names).or(forPluginConfig());
    }
}
