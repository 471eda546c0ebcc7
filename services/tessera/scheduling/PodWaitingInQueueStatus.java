package tessera.scheduling;

import java.util.Optional;

/**
 * The status of a pod that a queue holds back.
 *
 * @param message  in its own words
 * @param remedy what would help; empty where that is not known
 */
record PodWaitingInQueueStatus(String message, Optional<SchedulingRemedy> remedy) {}
