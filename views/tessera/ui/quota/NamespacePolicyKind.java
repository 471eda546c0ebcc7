package tessera.ui.quota;

import tessera.model.ObjectRef;

/** Kinds of objects that bound a namespace. */
enum NamespacePolicyKind {
    QUOTA("v1", "ResourceQuota", "resourcequotas"),
    LIMITS("v1", "LimitRange", "limitranges"),
    BUDGET("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets"),
    POLICY("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies");

    private final String apiVersion;
    private final String kind;
    private final String plural;

    NamespacePolicyKind(String apiVersion, String kind, String plural) {
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.plural = plural;
    }

    ObjectRef referenceTo(String namespace, String name) {
        return new ObjectRef(apiVersion, kind, plural, namespace, name);
    }
}
