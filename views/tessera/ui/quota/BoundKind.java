package tessera.ui.quota;

import tessera.model.ObjectRef;

/** A kind of object that bounds a namespace. */
enum BoundKind {
    QUOTA("v1", "ResourceQuota", "resourcequotas"),
    LIMITS("v1", "LimitRange", "limitranges"),
    BUDGET("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets"),
    POLICY("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies");

    private final String apiVersion;
    private final String kind;
    private final String plural;

    BoundKind(String apiVersion, String kind, String plural) {
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.plural = plural;
    }

    ObjectRef in(String namespace, String name) {
        return new ObjectRef(apiVersion, kind, plural, namespace, name);
    }
}
