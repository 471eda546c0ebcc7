package tessera.ui.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.EventSummary;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.stack.BrokenGpuStackComponentFinding;
import tessera.stack.GpuStackComponentLogReader;
import tessera.ui.AppServices;
import tessera.ui.operator.GpuOperatorScreenState.NodeComponentsDetail;

/**
 * Evidence from the pod of a component: log, finding, events, and reading problems.
 *
 * @param log     its last lines
 * @param finding what these explain; empty where they explain nothing
 * @param events  about the pod, newest first
 * @param problems   what could not be read, and why
 */
record GpuStackComponentEvidence(List<String> log, Optional<BrokenGpuStackComponentFinding> finding,
        List<EventSummary> events,
        List<Problem> problems) {

    GpuStackComponentEvidence {
        log = List.copyOf(log);
        events = List.copyOf(events);
        problems = List.copyOf(problems);
    }

    /** What a component without a pod says. */
    static final GpuStackComponentEvidence NONE = new GpuStackComponentEvidence(List.of(), Optional.empty(), List.of(),
            List.of());

    /** Reads the log and the events of a component's pod; waits for the cluster. */
    static GpuStackComponentEvidence readFrom(AppServices services, NodeComponentsDetail detail)
            throws ProblemException, InterruptedException {
        var stackComponent = detail.chain().linkOf(detail.component());
        var pod = stackComponent.pod();
        if (pod == null) {
            return NONE;
        }
        var lacks = new ArrayList<Problem>();
        var log = new GpuStackComponentLogReader.ComponentLogDiagnosis(List.of(), Optional.empty());
        try {
            log = new GpuStackComponentLogReader(services.clusterServices().stackSource()).readLog(detail.chain(),
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
        return new GpuStackComponentEvidence(log.lines(), log.finding(), events, lacks);
    }
}
