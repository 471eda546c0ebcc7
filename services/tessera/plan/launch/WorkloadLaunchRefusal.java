package tessera.plan.launch;

import java.util.List;
import tessera.text.Reason;

/** The reason why a workload cannot be launched or withdrawn. */
sealed interface WorkloadLaunchRefusal extends Reason {

    record WithdrawnKindUnknown(String kind, String apiVersion) implements WorkloadLaunchRefusal {}

    record WithdrawnObjectNotNamespaced(String object) implements WorkloadLaunchRefusal {}

    record WithdrawnObjectUnreadable() implements WorkloadLaunchRefusal {}

    record LaunchedObjectUnnamed(String object) implements WorkloadLaunchRefusal {}

    /**
     * Objects that exist already.
     *
     * @param places   each with the objects of one namespace
     * @param commands the commands that delete them; none where others may need them
     * @param edit     the command that changes the first of them
     */
    record LaunchedObjectsExist(List<ExistingObjectsOfNamespace> places, List<String> commands,
            String edit) implements WorkloadLaunchRefusal {}

    /**
     * Objects of the workload to launch that exist already.
     *
     * @param namespace empty for cluster-scoped objects
     */
    record ExistingObjectsOfNamespace(List<String> objects, String namespace) implements WorkloadLaunchRefusal {}
}
