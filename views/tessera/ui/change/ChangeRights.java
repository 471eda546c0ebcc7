package tessera.ui.change;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.plan.intent.ReleaseName;
import tessera.plan.right.Right;
import tessera.plan.step.Access;

/** What the changes that are offered take: the same that their steps are asked about before they are done. */
public final class ChangeRights {

    private ChangeRights() {}

    /** To have a pod deleted, and to see it go. */
    static Right delete(ObjectRef pod) {
        return Right.of("delete pods", List.of(Access.to("delete", pod, ""), Access.to("get", pod, "")));
    }

    /** To have pods evicted, and to see them go. */
    static Right evict(List<ObjectRef> pods) {
        return Right.of("evict pods", Stream.concat(pods.stream().map(pod -> Access.to("create", pod, "eviction")),
                pods.stream().map(pod -> Access.to("get", pod, ""))).toList());
    }

    /**
     * To have an object changed, of which one reads first how it is.
     *
     * @param verb what is done with it, e.g. {@code scale}
     */
    public static Right patch(String verb, ObjectRef object) {
        return Right.of(verb + " " + object.resource(),
                List.of(Access.to("patch", object, ""), Access.to("get", object, "")));
    }

    /** To make an object. */
    public static Right create(ObjectRef object) {
        return Right.of("create " + object.resource(), List.of(Access.to("create", object, "").ofAny()));
    }

    /**
     * To have nodes changed.
     *
     * @param verb  what is done with them, e.g. {@code taint}
     * @param names none where a label selector is to find them
     */
    static Right nodes(String verb, List<String> names) {
        var nodes = names.isEmpty() ? Stream.of(ObjectRef.node("")) : names.stream().map(ObjectRef::node);
        return Right.of(verb + " nodes", nodes.map(node -> Access.to("patch", node, "")).toList());
    }

    /** To have nodes closed, and pods leave them. */
    static Right drain(List<String> names) {
        return nodes("drain", names).and(Right.anywhere("evict pods",
                Access.to("create", ObjectRef.pod("", ""), "eviction")));
    }

    /**
     * To have Helm write down what becomes of a release, without which it does nothing.
     *
     * @param verb  what is done with it, e.g. {@code upgrade}
     * @param verbs on its record, each revision of which is a Secret
     */
    static Right release(String verb, ReleaseName release, String... verbs) {
        return Right.of(verb + " releases", Stream.of(verbs)
                .map(each -> Access.to(each, secrets(release.namespace()), "")).toList());
    }

    /** The same of some release, wherever it is. */
    static Right releases(String verb) {
        return Right.anywhere(verb + " releases", Access.to("create", secrets(""), ""));
    }

    private static ObjectRef secrets(String namespace) {
        return new ObjectRef("v1", "Secret", "secrets", namespace, "");
    }

    /** To have room made for a team: in a namespace of its own, or one that is there. */
    public static Right team() {
        return create(new ObjectRef("v1", "Namespace", "namespaces", "", "")).or(Right.anywhere(
                "create resourcequotas",
                Access.to("create", new ObjectRef("v1", "ResourceQuota", "resourcequotas", "", ""), "")));
    }

    /** To have a configuration of the device plugin written. */
    static Right configuration() {
        var maps = new ObjectRef("v1", "ConfigMap", "configmaps", "", "");
        return Right.anywhere("change configurations", Access.to("patch", maps, ""), Access.to("create", maps, ""));
    }

    /** To have a node say that it has something. */
    static Right status(List<String> names) {
        var nodes = names.isEmpty() ? Stream.of(ObjectRef.node("")) : names.stream().map(ObjectRef::node);
        return Right.of("change the status of nodes",
                nodes.map(node -> Access.to("patch", node, "status")).toList());
    }

    /** To have a change of MIG brought to an end: by labels, or by a pod of the stack that begins anew. */
    static Right mending(List<String> names) {
        return nodes("mend MIG of", names).or(Right.anywhere("delete pods",
                Access.to("delete", ObjectRef.pod("", ""), "")));
    }

    /** To have GPUs shared otherwise: by labels of nodes, or by what configurations say. */
    static Right sharing(List<String> names) {
        return nodes("share GPUs of", names).or(configuration());
    }
}
