package tessera.plan.workload;

import tessera.text.Reason;

/** The room on nodes for the pods that a workload gains. */
sealed interface NewPodsFit extends Reason {

    record NewPodsRoomUnknown() implements NewPodsFit {}

    record AllNewPodsFit(long pods) implements NewPodsFit {}

    record NoNodeEverFits(long pods) implements NewPodsFit {}

    /** Free room for only some of the new pods. */
    record SomeNewPodsFit(long fitting, long pods) implements NewPodsFit {}
}
