package tessera.doctor;

import tessera.model.ObjectRef;
import tessera.stack.ClusterPolicySummary;

/** The references of the GPU Operator's objects. */
final class GpuOperatorObjectRefs {

    /** The kind that an operator heeds, as its definition is called. */
    static final String POLICIES = "clusterpolicies.nvidia.com";

    private GpuOperatorObjectRefs() {}

    /** @param kind its plural and its group */
    static ObjectRef definitionRef(String kind) {
        return new ObjectRef("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", "",
                kind);
    }

    static ObjectRef policyRef(ClusterPolicySummary policy) {
        return new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "", policy.name());
    }
}
