package tessera.ui.change;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.plan.authorization.RequiredAccess;
import tessera.plan.intent.ReleaseName;
import tessera.plan.step.StepAccess;

/** What the changes that are offered take: the same that their steps are asked about before they are done. */
public final class ChangeRights {

    private ChangeRights() {}

    /** To have an object deleted, and to see it go. */
    static RequiredAccess delete(ObjectRef object) {
        return RequiredAccess.of("delete " + object.resource(),
                List.of(StepAccess.to("delete", object, ""), StepAccess.to("get", object, "")));
    }

    /** To have pods evicted, and to see them go. */
    static RequiredAccess evict(List<ObjectRef> pods) {
        return RequiredAccess.of("evict pods",
                Stream.concat(pods.stream().map(pod -> StepAccess.to("create", pod, "eviction")),
                        pods.stream().map(pod -> StepAccess.to("get", pod, ""))).toList());
    }

    /**
     * To have an object changed, of which one reads first how it is.
     *
     * @param verb what is done with it, e.g. {@code scale}
     */
    public static RequiredAccess patch(String verb, ObjectRef object) {
        return RequiredAccess.of(verb + " " + object.resource(),
                List.of(StepAccess.to("patch", object, ""), StepAccess.to("get", object, "")));
    }

    /** To make an object. */
    public static RequiredAccess create(ObjectRef object) {
        return RequiredAccess.of("create " + object.resource(), List.of(StepAccess.to("create", object, "").ofAny()));
    }

    /**
     * To have nodes changed.
     *
     * @param verb  what is done with them, e.g. {@code taint}
     * @param names none where a label selector is to find them
     */
    static RequiredAccess nodes(String verb, List<String> names) {
        var nodes = names.isEmpty() ? Stream.of(ObjectRef.node("")) : names.stream().map(ObjectRef::node);
        return RequiredAccess.of(verb + " nodes", nodes.map(node -> StepAccess.to("patch", node, "")).toList());
    }

    /** To have nodes closed, and pods leave them. */
    static RequiredAccess drain(List<String> names) {
        return nodes("drain", names).and(RequiredAccess.anywhere("evict pods",
                StepAccess.to("create", ObjectRef.pod("", ""), "eviction")));
    }

    /**
     * To have Helm write down what becomes of a release, without which it does nothing.
     *
     * @param verb  what is done with it, e.g. {@code upgrade}
     * @param verbs on its record, each revision of which is a Secret
     */
    static RequiredAccess release(String verb, ReleaseName release, String... verbs) {
        return RequiredAccess.of(verb + " releases", Stream.of(verbs)
                .map(each -> StepAccess.to(each, secrets(release.namespace()), "")).toList());
    }

    /** The same of some release, wherever it is. */
    static RequiredAccess releases(String verb) {
        return RequiredAccess.anywhere(verb + " releases", StepAccess.to("create", secrets(""), ""));
    }

    private static ObjectRef secrets(String namespace) {
        return new ObjectRef("v1", "Secret", "secrets", namespace, "");
    }

    /** To have room made for a team: in a namespace of its own, or one that is there. */
    public static RequiredAccess team() {
        return create(new ObjectRef("v1", "Namespace", "namespaces", "", "")).or(RequiredAccess.anywhere(
                "create resourcequotas",
                StepAccess.to("create", new ObjectRef("v1", "ResourceQuota", "resourcequotas", "", ""), "")));
    }

    /** To have a configuration of the device plugin written. */
    static RequiredAccess configuration() {
        var maps = new ObjectRef("v1", "ConfigMap", "configmaps", "", "");
        return RequiredAccess.anywhere("change configurations", StepAccess.to("patch", maps, ""),
                StepAccess.to("create", maps, ""));
    }

    /** To have a node say that it has something. */
    static RequiredAccess status(List<String> names) {
        var nodes = names.isEmpty() ? Stream.of(ObjectRef.node("")) : names.stream().map(ObjectRef::node);
        return RequiredAccess.of("change the status of nodes",
                nodes.map(node -> StepAccess.to("patch", node, "status")).toList());
    }

    /** To have a change of MIG brought to an end: by labels, or by a pod of the stack that begins anew. */
    static RequiredAccess mending(List<String> names) {
        return nodes("mend MIG of", names).or(RequiredAccess.anywhere("delete pods",
                StepAccess.to("delete", ObjectRef.pod("", ""), "")));
    }

    /** To have GPUs shared otherwise: by labels of nodes, or by what configurations say. */
    static RequiredAccess sharing(List<String> names) {
        return nodes("share GPUs of", names).or(configuration());
    }
}
