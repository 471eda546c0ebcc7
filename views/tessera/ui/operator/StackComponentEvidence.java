package tessera.ui.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.EventSummary;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.stack.BrokenComponentFinding;
import tessera.stack.StackComponentLogReader;
import tessera.ui.AppServices;
import tessera.ui.operator.OperatorScreenState.NodeComponentsDetail;

/**
 * Evidence from the pod of a component: log, finding, events, and reading problems.
 *
 * @param log     its last lines
 * @param finding what these explain; empty where they explain nothing
 * @param events  about the pod, newest first
 * @param problems   what could not be read, and why
 */
record StackComponentEvidence(List<String> log, Optional<BrokenComponentFinding> finding, List<EventSummary> events,
        List<Problem> problems) {

    StackComponentEvidence {
        log = List.copyOf(log);
        events = List.copyOf(events);
        problems = List.copyOf(problems);
    }

    /** What a component without a pod says. */
    static final StackComponentEvidence NONE = new StackComponentEvidence(List.of(), Optional.empty(), List.of(),
            List.of());

    /** Reads the log and the events of a component's pod; waits for the cluster. */
    static StackComponentEvidence readFrom(AppServices services, NodeComponentsDetail detail)
            throws ProblemException, InterruptedException {
        var stackComponent = detail.chain().linkOf(detail.component());
        var pod = stackComponent.pod();
        if (pod == null) {
            return NONE;
        }
        var lacks = new ArrayList<Problem>();
        var log = new StackComponentLogReader.ComponentLogDiagnosis(List.of(), Optional.empty());
        try {
            log = new StackComponentLogReader(services.clusterServices().stackSource()).readLog(detail.chain(),
                    stackComponent);
        } catch (ProblemException problemException) {
            lacks.add(problemException.problem());
        }
        List<EventSummary> events = List.of();
        try {
            events = services.clusterServices().eventsOf(ObjectRef.pod(pod.namespace(), pod.name()));
        } catch (ProblemException problemException) {
            lacks.add(problemException.problem());
        }
        return new StackComponentEvidence(log.lines(), log.finding(), events, lacks);
    }
}
