package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import tessera.text.Reason;

/** A problem with a request for a share of a GPU. */
sealed interface LintSharingReason extends Reason {

    record ResourceAsAnnotation(String key, boolean wholeGpus) implements LintSharingReason {}

    record UnreadAnnotation(String key, String explanation, String similar,
            boolean noGpu) implements LintSharingReason {}

    record InvalidAnnotationValue(String value, String annotation, String valid,
            Optional<Reason> refusal) implements LintSharingReason {}

    record SharingPodRefusal(String scheduler, String schedulerName) implements LintSharingReason {}

    record FractionCountAlone(String annotation, List<String> fractions) implements LintSharingReason {}

    record ExclusiveFractions(List<String> fractions, Reason refusal) implements LintSharingReason {}

    record FractionBesideGpu(String fraction, String resource, Reason refusal) implements LintSharingReason {}

    record SharingSchedulerMissing(String scheduler, String setting, String schedulerName,
            String expected) implements LintSharingReason {}

    record AnnotationNotCopied(String annotation, String kind) implements LintSharingReason {}

    record ShareAboveWholeGpu(String amount, String resource, String consequence) implements LintSharingReason {}

    record OverruledShare(String resource, String other, String scheduler,
            String amount) implements LintSharingReason {}

    record NoQueueLabel(String label, String scheduler, String queue) implements LintSharingReason {}

    record ShareMemoryWithUnit(String amount, String resource, String mebibytes,
            String scheduler) implements LintSharingReason {}
}
