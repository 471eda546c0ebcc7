package tessera.ui.change;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.intent.ReleaseName;
import tessera.plan.step.StepAccess;

/** The access that offered changes require: the same that their steps check before they run. */
public final class ChangeRights {

    private ChangeRights() {}

    /** To have an object deleted, and to see it go. */
    static RequiredAccess forPodDeletion(ObjectRef object) {
        return RequiredAccess.requireAll("delete " + object.resource(),
                List.of(StepAccess.forObject("delete", object, ""), StepAccess.forObject("get", object, "")));
    }

    /** Returns the access to evict pods and to see them go. */
    static RequiredAccess forEviction(List<ObjectRef> pods) {
        return RequiredAccess.requireAll("evict pods",
                Stream.concat(pods.stream().map(pod -> StepAccess.forObject("create", pod, "eviction")),
                        pods.stream().map(pod -> StepAccess.forObject("get", pod, ""))).toList());
    }

    /**
     * Returns the access to patch an object, which includes reading it first.
     *
     * @param verb what is done with it, e.g. {@code scale}
     */
    public static RequiredAccess forPatch(String verb, ObjectRef object) {
        return RequiredAccess.requireAll(verb + " " + object.resource(),
                List.of(StepAccess.forObject("patch", object, ""), StepAccess.forObject("get", object, "")));
    }

    /** Returns the access to create an object. */
    public static RequiredAccess forCreation(ObjectRef object) {
        return RequiredAccess.requireAll("create " + object.resource(),
                List.of(StepAccess.forObject("create", object, "").forAnyName()));
    }

    /**
     * Returns the access to change nodes.
     *
     * @param verb  what is done with them, e.g. {@code taint}
     * @param names none where a label selector is to find them
     */
    static RequiredAccess forNodePatch(String verb, List<String> names) {
        var nodes = names.isEmpty() ? Stream.of(ObjectRef.node("")) : names.stream().map(ObjectRef::node);
        return RequiredAccess.requireAll(verb + " nodes",
                nodes.map(node -> StepAccess.forObject("patch", node, "")).toList());
    }

    /** Returns the access to cordon nodes and to evict their pods. */
    static RequiredAccess forDrain(List<String> names) {
        return forNodePatch("drain", names).and(RequiredAccess.anyNamespace("evict pods",
                StepAccess.forObject("create", ObjectRef.pod("", ""), "eviction")));
    }

    /**
     * Returns the access to write Helm's records of a release, which every Helm action requires.
     *
     * @param verb  what is done with it, e.g. {@code upgrade}
     * @param verbs on its record, each revision of which is a Secret
     */
    static RequiredAccess forReleaseWrite(String verb, ReleaseName release, String... verbs) {
        return RequiredAccess.requireAll(verb + " releases", Stream.of(verbs)
                .map(each -> StepAccess.forObject(each, releaseSecrets(release.namespace()), "")).toList());
    }

    /** Returns the same access for any release, in whichever namespace it is. */
    static RequiredAccess forAnyReleaseWrite(String verb) {
        return RequiredAccess.anyNamespace(verb + " releases", StepAccess.forObject("create", releaseSecrets(""), ""));
    }

    private static ObjectRef releaseSecrets(String namespace) {
        return new ObjectRef("v1", "Secret", "secrets", namespace, "");
    }

    /** Returns the access to set up a team, in a new namespace or an existing one. */
    public static RequiredAccess forTeam() {
        return forCreation(new ObjectRef("v1", "Namespace", "namespaces", "", "")).or(RequiredAccess.anyNamespace(
                "create resourcequotas",
                StepAccess.forObject("create", new ObjectRef("v1", "ResourceQuota", "resourcequotas", "", ""), "")));
    }

    /** Returns the access to write a configuration of the device plugin. */
    static RequiredAccess forPluginConfig() {
        var maps = new ObjectRef("v1", "ConfigMap", "configmaps", "", "");
        return RequiredAccess.anyNamespace("change configurations", StepAccess.forObject("patch", maps, ""),
                StepAccess.forObject("create", maps, ""));
    }

    /** Returns the access to patch the status of nodes, to advertise a device. */
    static RequiredAccess forNodeStatus(List<String> names) {
        var nodes = names.isEmpty() ? Stream.of(ObjectRef.node("")) : names.stream().map(ObjectRef::node);
        return RequiredAccess.requireAll("change the status of nodes",
                nodes.map(node -> StepAccess.forObject("patch", node, "status")).toList());
    }

    /** Returns the access to bring a MIG change to an end, by node labels or by restarting a pod of the stack. */
    static RequiredAccess forMigRepair(List<String> names) {
        return forNodePatch("mend MIG of", names).or(RequiredAccess.anyNamespace("delete pods",
                StepAccess.forObject("delete", ObjectRef.pod("", ""), "")));
    }

    /** Returns the access to change GPU sharing, by node labels or by configurations. */
    static RequiredAccess forSharing(List<String> names) {
        return forNodePatch("share GPUs of", names).or(forPluginConfig());
    }
}
